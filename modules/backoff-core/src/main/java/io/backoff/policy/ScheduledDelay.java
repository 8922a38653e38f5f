package io.backoff.policy;

import java.time.Duration;

/**
 * One row of a policy's schedule: the delay before an attempt.
 *
 * @param attempt the attempt that follows the delay; 2 is the first retry
 * @param min shortest possible delay
 * @param expected mean delay; an estimate if {@link io.backoff.delay.Delay#estimated} returns {@code true}
 * @param max least upper bound: 3 s for 2 s plus a random part below one second
 * @since 0.1.0
 */
public record ScheduledDelay(int attempt, Duration min, Duration expected, Duration max) {}
