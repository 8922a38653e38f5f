package io.backoff.sample.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * The retries that the budget allows from now on, if orders continue at the current rate.
 *
 * @param perSecond retries per second, once the saved-up retries are spent
 * @param amplification requests per order over the next ten seconds; {@code null} without orders
 */
record Allowance(double perSecond, @Nullable Double amplification) {

    /** Returns the allowance; {@code null} if the budget is off, that is, if retries are unlimited. */
    static @Nullable Allowance of(BudgetState budget, Totals window) {
        if (!budget.on()) {
            return null;
        }
        double perSecond = budget.reserve();
        if (window.orders() == 0) {
            return new Allowance(perSecond, null);
        }
        perSecond += budget.limit() * window.paidOrders() / window.seconds();
        double retries = (double) budget.tokens() / Timeline.WINDOW + perSecond;
        return new Allowance(perSecond, 1 + retries * window.seconds() / window.orders());
    }
}
