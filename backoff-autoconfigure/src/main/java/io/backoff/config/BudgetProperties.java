package io.backoff.config;

import io.backoff.budget.DepositOn;
import org.jspecify.annotations.Nullable;

/**
 * The properties that one retry budget sets itself; {@code null} means not set.
 *
 * @param ratio Retries that the budget earns per call: 0.1 is one retry for ten calls.
 * @param burst Retries that the budget can hold; it starts full.
 * @param minPerSecond Retries per second that are always allowed, for services with few calls.
 * @param depositOn Which calls earn: those that succeed, or all.
 * @param refund Whether a retry that ends its call well returns its token.
 */
public record BudgetProperties(
        @Nullable Double ratio,
        @Nullable Integer burst,
        @Nullable Double minPerSecond,
        @Nullable DepositOn depositOn,
        @Nullable Boolean refund) {

    /** The built-in defaults of a budget. */
    public static final BudgetProperties BUILT_IN = new BudgetProperties(0.1, 20, 0.1, DepositOn.SUCCESS, false);
}
