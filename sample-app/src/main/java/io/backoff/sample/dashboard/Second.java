package io.backoff.sample.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * The figures that the page gets once a second.
 *
 * @param at the time, in milliseconds since 1970
 * @param load orders per second that customers try to place
 * @param budget the current budget
 * @param stored the current stored calls
 * @param settlements the settlements; requests are counted since the previous second
 * @param last counts since the previous second
 * @param window counts of the last ten seconds, or since orders started if that is shorter
 * @param amplification requests per order in that window; {@code null} without orders
 * @param latency the latency of orders in that window; {@code null} without orders
 * @param allowance retries that the budget allows from now on; {@code null} if the budget is off
 * @param situation assessment of these figures
 */
record Second(
        long at,
        int load,
        BudgetState budget,
        StoredCalls stored,
        Settlements settlements,
        Totals last,
        Totals window,
        @Nullable Double amplification,
        @Nullable Latency latency,
        @Nullable Allowance allowance,
        Situation situation) {

    static Second of(long at, int load, Reading start, Reading before, Reading end) {
        Totals window = end.totals().minus(start.totals());
        return new Second(
                at,
                load,
                end.budget(),
                end.stored(),
                end.settlements().since(before.settlements()),
                end.totals().minus(before.totals()),
                window,
                window.orders() == 0 ? null : (double) window.requests() / window.orders(),
                Latency.of(end.latencies().minus(start.latencies())),
                Allowance.of(end.budget(), window),
                Situation.of(load, end.budget(), end.stored(), window));
    }
}
