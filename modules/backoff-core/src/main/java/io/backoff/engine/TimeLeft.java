package io.backoff.engine;

import io.backoff.Internal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The remaining time for calls in a scope. When this time has passed, the caller no longer waits for the calls.
 *
 * @param duration the remaining time, never negative
 * @param ofAttempt whether the limit applies to one attempt only; the next attempt of the enclosing call has its own
 *     limit
 */
@Internal
public record TimeLeft(Duration duration, boolean ofAttempt) {
    /**
     * {@return the time that remains after some of it has passed}
     *
     * @param elapsed the time that has passed
     */
    public TimeLeft after(Duration elapsed) {
        Duration left = duration.minus(elapsed);
        return new TimeLeft(left.isNegative() ? Duration.ZERO : left, ofAttempt);
    }

    /**
     * {@return the shorter of two times; {@code null} is unbounded} If both have the same length, a limit of the whole
     * call is preferred to a limit of one attempt.
     *
     * @param one a time
     * @param other another time
     */
    public static @Nullable TimeLeft shorter(@Nullable TimeLeft one, @Nullable TimeLeft other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        int difference = one.duration.compareTo(other.duration);
        return difference < 0 || difference == 0 && !one.ofAttempt ? one : other;
    }
}
