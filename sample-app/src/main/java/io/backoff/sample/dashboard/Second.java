package io.backoff.sample.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * What the page learns once a second.
 *
 * @param at when, in milliseconds since 1970
 * @param load orders per second that customers mean to place
 * @param budget the budget as it is now
 * @param last what happened since the second before
 * @param window what happened in the last ten seconds, or since the start if that is shorter
 * @param amplification requests per order in that window; {@code null} without orders
 */
record Second(
        long at,
        int load,
        BudgetState budget,
        Totals last,
        Totals window,
        @Nullable Double amplification) {}
