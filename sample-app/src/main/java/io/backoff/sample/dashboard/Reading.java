package io.backoff.sample.dashboard;

/**
 * A snapshot of all meters. The figures of each second are computed from one reading and an earlier one.
 *
 * @param totals counts since the start
 * @param latencies durations of orders since the start, in nanoseconds
 * @param budget the budget
 * @param stored the stored calls
 * @param settlements the settlements; requests are counted since the start
 */
record Reading(Totals totals, Histogram latencies, BudgetState budget, StoredCalls stored, Settlements settlements) {}
