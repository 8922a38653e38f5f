package io.backoff.config;

import io.backoff.budget.DepositOn;
import org.jspecify.annotations.Nullable;

/**
 * What one retry budget writes itself; {@code null} stands for "not written".
 *
 * @param ratio Retries per call that the budget earns, 0.1 being one retry for ten calls.
 * @param burst Retries that the budget can hold; it starts full.
 * @param minPerSecond Retries per second that are always allowed, for services with few calls.
 * @param depositOn Which calls earn: those that succeed, or all.
 */
public record BudgetProperties(
        @Nullable Double ratio,
        @Nullable Integer burst,
        @Nullable Double minPerSecond,
        @Nullable DepositOn depositOn) {

    /** What a budget is without a word of configuration. */
    public static final BudgetProperties BUILT_IN = new BudgetProperties(0.1, 20, 0.1, DepositOn.SUCCESS);
}
