package io.backoff.policy;

import java.time.Duration;

/**
 * One row of a policy's preview: the delay before an attempt.
 *
 * @param attempt the attempt that follows the delay; 2 is the first retry
 * @param min shortest possible delay
 * @param expected mean delay; an estimate if {@link io.backoff.delay.Delay#estimated} says so
 * @param max upper bound: 3 s for 2 s and a random part of up to one second
 */
public record ScheduledDelay(int attempt, Duration min, Duration expected, Duration max) {}
