package io.backoff.pace;

import io.backoff.Internal;

/**
 * What a lane does while it paces.
 *
 * @param rate attempts per second that may begin now
 * @param waiting number of attempts that wait for their turn
 * @param since when it began, by the clock of the calls
 * @param throttled number of throttled attempts since it began, those included that it began with
 */
@Internal
public record Pacing(double rate, int waiting, long since, long throttled) {}
