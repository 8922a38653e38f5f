package io.backoff.sample.dashboard;

/**
 * The retry budget of the payments at one moment.
 *
 * @param on whether payments use the budget
 * @param tokens retries allowed immediately
 * @param capacity maximum number of tokens
 * @param limit retries that a paid order earns
 * @param reserve retries per second that are allowed even when the budget is empty
 */
record BudgetState(boolean on, int tokens, int capacity, double limit, double reserve) {}
