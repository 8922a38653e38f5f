package io.backoff.pace;

import io.backoff.Internal;

/**
 * The state of a {@link Lane} that limits the rate of attempts.
 *
 * @param rate the rate at which attempts may begin now, per second
 * @param waiting number of attempts that wait in the queue
 * @param since when this limit began, as a reading of the clock that all calls use
 * @param throttled number of throttled attempts since then, including those that caused the limit
 */
@Internal
public record Pacing(double rate, int waiting, long since, long throttled) {}
