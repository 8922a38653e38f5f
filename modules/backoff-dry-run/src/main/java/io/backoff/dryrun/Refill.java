package io.backoff.dryrun;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.RetryBudget;
import org.jspecify.annotations.Nullable;

/**
 * The refill of a budget as part of a change.
 *
 * @param budget name of the budget; {@code null} if none is refilled
 * @param tokens the current tokens of the budget
 */
record Refill(@Nullable String budget, int tokens) {

    static final Refill NONE = new Refill(null, 0);

    boolean isOf(String name) {
        return name.equals(budget);
    }

    /**
     * Creates a copy of the budget as it is before the refill.
     *
     * @param limits the limits of the budget
     * @param reduced the limits of the copy
     */
    RetryBudget before(BudgetLimits limits, BudgetLimits reduced) {
        int held = limits.burst() == 0 ? 0 : (int) ((long) tokens * reduced.burst() / limits.burst());
        BudgetLimits before =
                new BudgetLimits(reduced.ratio(), held, reduced.minPerSecond(), reduced.depositOn(), reduced.refund());
        RetryBudget copy = RetryBudget.of(String.valueOf(budget), before);
        copy.change(reduced);
        return copy;
    }
}
