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
 * @param limit retries that a call earns
 * @param tokens whole retries in the bucket, without the reserve
 * @param capacity capacity of the bucket in retries
 * @param denied retries denied since the application started
 * @param keys the ten keys with the most denied retries, most first; absent if no call has a key
 * @param properties every setting with its origin; only in the report about one budget
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
     * @param tokens whole retries in its bucket, or in its buckets under several policies
     * @param denied retries that were denied because its bucket was empty
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
