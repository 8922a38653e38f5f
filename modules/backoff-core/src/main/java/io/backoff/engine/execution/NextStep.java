package io.backoff.engine.execution;

import io.backoff.classify.Exclusion;
import io.backoff.engine.TimeLeft;
import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The decision on what follows an attempt.
 *
 * @param retry whether another attempt follows
 * @param delay pause before the next attempt, or the pause that the time of the call leaves no room for; otherwise zero
 * @param stop why an attempt that did not succeed is not followed by another; {@code null} otherwise
 * @param excluded why the policy excludes the failure from retries, if by a group or a status; otherwise {@code null}
 * @param leftByCaller how long the caller still waits, if that is too short for another attempt; otherwise {@code null}
 */
public record NextStep(
        boolean retry,
        Duration delay,
        @Nullable StopReason stop,
        @Nullable Exclusion excluded,
        @Nullable TimeLeft leftByCaller) {

    /** Nothing follows: the attempt succeeded. */
    static final NextStep SUCCESS = new NextStep(false, Duration.ZERO, null, null, null);

    static NextStep again(Duration delay) {
        return new NextStep(true, delay, null, null, null);
    }

    static NextStep stop(StopReason reason) {
        return new NextStep(false, Duration.ZERO, reason, null, null);
    }

    static NextStep tooLate(Duration delay, @Nullable TimeLeft leftByCaller) {
        return new NextStep(false, delay, StopReason.ELAPSED, null, leftByCaller);
    }

    static NextStep notRetryable(@Nullable Exclusion excluded) {
        return new NextStep(false, Duration.ZERO, StopReason.NOT_RETRYABLE, excluded, null);
    }
}
