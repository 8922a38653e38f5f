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
public record Decision(
        boolean retry, Duration delay, @Nullable StopReason stop) {

    /** Nothing follows: the attempt succeeded. */
    static final Decision SUCCESS = new Decision(false, Duration.ZERO, null);

    static Decision again(Duration delay) {
        return new Decision(true, delay, null);
    }

    static Decision stop(StopReason reason) {
        return new Decision(false, Duration.ZERO, reason);
    }
}
