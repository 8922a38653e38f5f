package io.backoff.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.backoff.actuate.PolicyReport.Property;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a budget.
 *
 * @param ratio retries per call over the last minute
 * @param limit the configured ratio: the retries that a call earns
 * @param tokens retries that the bucket allows now, rounded down; the reserve, {@code min-per-second}, is not included
 * @param capacity retries that the bucket can hold
 * @param denied retries denied since the application started
 * @param keys the ten keys with the most denied retries, in descending order; absent if no call has a key
 * @param properties every setting with its origin; absent in the report about all budgets
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BudgetReport(
        double ratio,
        double limit,
        int tokens,
        int capacity,
        long denied,
        @Nullable List<KeyReport> keys,
        @Nullable Map<String, Property> properties) {

    /**
     * The current state of a key.
     *
     * @param key the key, or eight hex digits of its hash
     * @param tokens retries that the buckets of the key allow now, rounded down; the key has one bucket for each policy
     * @param denied retries that were denied because a bucket of the key was empty
     */
    record KeyReport(String key, int tokens, long denied) {}

    static BudgetReport of(
            RetryBudget budget,
            long nanoTime,
            @Nullable List<KeyReport> keys,
            @Nullable Map<String, Property> properties) {
        return new BudgetReport(
                budget.ratio(nanoTime),
                budget.limits().ratio(),
                budget.tokens(),
                budget.capacity(),
                budget.withdrawals(Withdrawal.DENIED),
                keys,
                properties);
    }
}
