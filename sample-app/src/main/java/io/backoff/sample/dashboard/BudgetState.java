package io.backoff.sample.dashboard;

/**
 * The retry budget of the payments.
 *
 * @param on whether payments draw from it at this moment
 * @param tokens retries that are saved up
 * @param capacity most that can be
 * @param limit retries that an order earns
 */
record BudgetState(boolean on, int tokens, int capacity, double limit) {}
