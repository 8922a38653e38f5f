package io.backoff.sample.dashboard;

/**
 * The retry budget of the payments at one moment.
 *
 * @param on whether payments draw from it
 * @param tokens retries allowed immediately
 * @param capacity maximum number of tokens
 * @param limit retries that a paid order earns
 * @param reserve retries per second that it allows even when it is empty
 */
record BudgetState(boolean on, int tokens, int capacity, double limit, double reserve) {}
