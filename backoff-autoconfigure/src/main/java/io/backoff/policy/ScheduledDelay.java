package io.backoff.policy;

import java.time.Duration;

/**
 * One row of a policy's preview: the delay before an attempt.
 *
 * @param attempt the attempt that the delay comes before; 2 is the first retry
 * @param min shortest possible delay
 * @param expected mean delay
 * @param max longest possible delay
 */
public record ScheduledDelay(int attempt, Duration min, Duration expected, Duration max) {}
