package io.backoff.pace;

import io.backoff.Internal;

/**
 * The state of a lane that paces.
 *
 * @param rate the current rate, in attempts per second
 * @param waiting number of attempts that wait for their turn
 * @param since when pacing began, as a reading of the clock that all calls use
 * @param throttled number of throttled attempts since pacing began, including those that started it
 */
@Internal
public record Pacing(double rate, int waiting, long since, long throttled) {}
