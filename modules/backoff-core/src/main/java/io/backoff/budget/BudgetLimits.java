package io.backoff.budget;

import java.util.Objects;

/**
 * Settings of a {@link RetryBudget}.
 *
 * <p>All zero means that nothing is ever retried. With {@code burst} 0 the bucket holds nothing, so deposits are lost
 * and only {@code minPerSecond} allows retries.
 *
 * @param ratio retries earned by one call that {@code depositOn} names, 0 to 1000, kept to the nearest millionth
 * @param burst maximum number of retries that can be saved up, also the initial number; at least 0
 * @param minPerSecond retries per second that are allowed on top when the bucket is empty, 0 to 1 000 000
 * @param depositOn which calls earn retries
 * @param refund whether a retry that ends its call well returns what it took from the bucket
 */
public record BudgetLimits(double ratio, int burst, double minPerSecond, DepositOn depositOn, boolean refund) {

    /** Largest {@code ratio}. */
    public static final double MAX_RATIO = 1_000;

    /** Largest {@code minPerSecond}. */
    public static final double MAX_PER_SECOND = 1_000_000;

    /**
     * Checks the settings.
     *
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

    /** Limits without refunds. */
    public BudgetLimits(double ratio, int burst, double minPerSecond, DepositOn depositOn) {
        this(ratio, burst, minPerSecond, depositOn, false);
    }

    private static void requireWithin(String name, double value, double max) {
        if (!(value >= 0 && value <= max)) { // NaN fails both
            throw new IllegalArgumentException(
                    "'%s' must be between 0 and %d but was %s".formatted(name, (long) max, value));
        }
    }
}
