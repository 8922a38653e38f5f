package io.backoff.actuate;

import io.backoff.policy.RetryBudget;
import io.backoff.policy.Withdrawal;

/**
 * A budget at this moment.
 *
 * @param ratio retries per call over the last minute
 * @param limit retries that a call earns
 * @param tokens whole retries in the bucket, the reserve not counted
 * @param capacity most retries that the bucket can hold
 * @param denied retries that were refused since the application started
 */
record BudgetReport(double ratio, double limit, int tokens, int capacity, long denied) {

    static BudgetReport of(RetryBudget budget, long nanoTime) {
        return new BudgetReport(
                budget.ratio(nanoTime),
                budget.limits().ratio(),
                budget.tokens(),
                budget.capacity(),
                budget.withdrawals(Withdrawal.DENIED));
    }
}
