package io.backoff.engine.execution;

import io.backoff.classify.GroupMember;
import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The decision on what follows an attempt.
 *
 * @param retry whether another attempt follows
 * @param delay pause before the next attempt; zero if none follows
 * @param stop why an attempt that did not succeed is not followed by another; {@code null} otherwise
 * @param excluded the failure that a group of {@code abort-on} excludes from retries; otherwise {@code null}
 */
public record NextStep(
        boolean retry,
        Duration delay,
        @Nullable StopReason stop,
        @Nullable GroupMember excluded) {

    /** Nothing follows: the attempt succeeded. */
    static final NextStep SUCCESS = new NextStep(false, Duration.ZERO, null, null);

    static NextStep again(Duration delay) {
        return new NextStep(true, delay, null, null);
    }

    static NextStep stop(StopReason reason) {
        return new NextStep(false, Duration.ZERO, reason, null);
    }

    static NextStep notRetryable(@Nullable GroupMember excluded) {
        return new NextStep(false, Duration.ZERO, StopReason.NOT_RETRYABLE, excluded);
    }
}
