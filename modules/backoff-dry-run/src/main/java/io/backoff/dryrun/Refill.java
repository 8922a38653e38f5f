package io.backoff.dryrun;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.RetryBudget;
import org.jspecify.annotations.Nullable;

/**
 * A budget refill that is part of a change.
 *
 * @param budget its name; {@code null} if the change fills none
 * @param tokens the tokens that it holds
 */
record Refill(@Nullable String budget, int tokens) {

    static final Refill NONE = new Refill(null, 0);

    boolean isOf(String name) {
        return name.equals(budget);
    }

    /**
     * A copy of the budget without the refill.
     *
     * @param limits its limits
     * @param reduced those of the copy
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
