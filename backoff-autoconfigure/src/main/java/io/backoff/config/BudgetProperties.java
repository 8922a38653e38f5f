package io.backoff.config;

import io.backoff.budget.DepositOn;
import org.jspecify.annotations.Nullable;

/**
 * The properties below the name of one retry budget; each is {@code null} if unset.
 *
 * @param ratio Retries that the budget earns per call: 0.1 is one retry for ten calls.
 * @param burst Maximum number of retries that the budget can save up; the budget starts full.
 * @param minPerSecond Retries per second that are granted even when the budget is empty, for services with few calls.
 * @param depositOn Calls that earn retries: successful ones, or all.
 * @param refund Whether a successful retry returns its token to the budget.
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
