package io.backoff.policy;

import java.time.Duration;

/**
 * One row of a policy's schedule: the delay before an attempt.
 *
 * @param attempt the attempt that follows the delay; 2 is the first retry
 * @param min shortest possible delay
 * @param expected mean delay; an estimate if {@link io.backoff.delay.Delay#estimated} returns {@code true}
 * @param max longest possible delay; a delay of 2 s plus a random part below 1 s has a maximum of 3 s
 * @since 0.1.0
 */
public record ScheduledDelay(int attempt, Duration min, Duration expected, Duration max) {}
