package io.backoff.engine.execution;

import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The decision on what follows an attempt.
 *
 * @param retry whether another attempt follows
 * @param delay pause before the next attempt; zero if none follows
 * @param stop why an attempt that did not succeed is not followed by another; {@code null} otherwise
 */
public record NextStep(
        boolean retry, Duration delay, @Nullable StopReason stop) {

    /** Nothing follows: the attempt succeeded. */
    static final NextStep SUCCESS = new NextStep(false, Duration.ZERO, null);

    static NextStep again(Duration delay) {
        return new NextStep(true, delay, null);
    }

    static NextStep stop(StopReason reason) {
        return new NextStep(false, Duration.ZERO, reason);
    }
}
