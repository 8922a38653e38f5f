package io.backoff.budget;

import java.util.Objects;

/**
 * Settings of a {@link RetryBudget}.
 *
 * <pre>{@code
 * RetryBudget budget = RetryBudget.of("provider", new BudgetLimits(0.1, 20, 0.1, DepositOn.SUCCESS));
 * }</pre>
 *
 * <p>With all limits zero, no retry is ever granted. With {@code burst} 0 the bucket holds nothing, so deposits are
 * lost and only {@code minPerSecond} grants retries.
 *
 * @param ratio retries that one call earns, 0 to 1000, rounded to the nearest millionth; {@code depositOn} says which
 *     calls earn
 * @param burst capacity of the bucket in retries, and its initial fill; at least 0
 * @param minPerSecond retries per second granted while the bucket is empty, 0 to 1,000,000
 * @param depositOn which calls earn retries
 * @param refund whether a successful retry returns its token to the bucket
 * @since 0.1.0
 */
public record BudgetLimits(double ratio, int burst, double minPerSecond, DepositOn depositOn, boolean refund) {

    /** Largest {@code ratio}. */
    public static final double MAX_RATIO = 1_000;

    /** Largest {@code minPerSecond}. */
    public static final double MAX_PER_SECOND = 1_000_000;

    /**
     * Checks the settings.
     *
     * @param ratio retries that one call earns, 0 to 1000, rounded to the nearest millionth; {@code depositOn} says
     *     which calls earn
     * @param burst capacity of the bucket in retries, and its initial fill; at least 0
     * @param minPerSecond retries per second granted while the bucket is empty, 0 to 1,000,000
     * @param depositOn which calls earn retries
     * @param refund whether a successful retry returns its token to the bucket
     * @throws IllegalArgumentException naming the value and the rule it breaks
     */
    public BudgetLimits {
        requireWithin("ratio", ratio, MAX_RATIO);
        if (burst < 0) {
            throw new IllegalArgumentException("'burst' must be at least 0 but was " + burst);
        }
        requireWithin("minPerSecond", minPerSecond, MAX_PER_SECOND);
        Objects.requireNonNull(depositOn, "'depositOn' must not be null");
    }

    /**
     * Creates limits without refunds.
     *
     * @param ratio retries that one call earns, 0 to 1000
     * @param burst capacity of the bucket in retries, and its initial fill; at least 0
     * @param minPerSecond retries per second granted while the bucket is empty, 0 to 1,000,000
     * @param depositOn which calls earn retries
     * @throws IllegalArgumentException naming the value and the rule it breaks
     */
    public BudgetLimits(double ratio, int burst, double minPerSecond, DepositOn depositOn) {
        this(ratio, burst, minPerSecond, depositOn, false);
    }

    private static void requireWithin(String name, double value, double max) {
        if (!(value >= 0 && value <= max)) { // NaN fails both comparisons
            throw new IllegalArgumentException(
                    "'%s' must be between 0 and %d but was %s".formatted(name, (long) max, value));
        }
    }
}
