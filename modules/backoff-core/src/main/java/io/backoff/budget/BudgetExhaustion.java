package io.backoff.budget;

import java.time.Duration;

/**
 * A period in which a {@link RetryBudget} denies retries because its bucket is empty. The period ends when the bucket
 * pays for a retry.
 *
 * @param lasting time since the first denial of the period; at least {@code quiet}
 * @param quiet time since the latest denial; it keeps growing while no retry is requested
 * @since 0.1.0
 */
public record BudgetExhaustion(Duration lasting, Duration quiet) {}
