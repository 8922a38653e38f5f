package io.backoff.sample.dashboard;

/**
 * The retry budget of the payments at one moment.
 *
 * @param on whether payments draw from it
 * @param tokens retries that it allows immediately
 * @param capacity the most tokens that it can save up
 * @param limit retries that a paid order earns
 * @param reserve retries per second that it allows even when it is empty
 */
record BudgetState(boolean on, int tokens, int capacity, double limit, double reserve) {}
