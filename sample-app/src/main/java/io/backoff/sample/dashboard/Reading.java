package io.backoff.sample.dashboard;

/**
 * What is known at one moment. All figures of a second come from one reading and an earlier one.
 *
 * @param totals what was counted since the start
 * @param latencies how long orders took since the start, in nanoseconds
 * @param budget the budget
 * @param stored the stored calls
 */
record Reading(Totals totals, Histogram latencies, BudgetState budget, StoredCalls stored) {}
