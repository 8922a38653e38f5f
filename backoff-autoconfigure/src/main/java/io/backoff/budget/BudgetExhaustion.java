package io.backoff.budget;

import java.time.Duration;

/**
 * A time in which a {@link RetryBudget} denies retries, because its bucket is empty.
 *
 * @param lasting since the first denial after the bucket last paid for a retry
 * @param quiet since the latest denial; long when nobody asks any more
 */
public record BudgetExhaustion(Duration lasting, Duration quiet) {}
