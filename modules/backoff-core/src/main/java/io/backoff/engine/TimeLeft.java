package io.backoff.engine;

import io.backoff.Internal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Remaining time of a scope: what takes longer is of no use to its caller.
 *
 * @param duration never negative
 * @param ofAttempt whether it is the time of one attempt, so that the next attempt of an enclosing call has time again
 */
@Internal
public record TimeLeft(Duration duration, boolean ofAttempt) {
    /** What is left of this time after a while. */
    public TimeLeft after(Duration elapsed) {
        Duration left = duration.minus(elapsed);
        return new TimeLeft(left.isNegative() ? Duration.ZERO : left, ofAttempt);
    }

    /** The shorter of two times; {@code null} is unbounded. Of equal times, the one that does not start anew. */
    public static @Nullable TimeLeft shorter(@Nullable TimeLeft one, @Nullable TimeLeft other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        int difference = one.duration.compareTo(other.duration);
        return difference < 0 || difference == 0 && !one.ofAttempt ? one : other;
    }
}
