package io.backoff.engine;

import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The decision after one attempt: to retry or to end the call.
 *
 * @param policy name of the policy
 * @param method {@code Class.method}, or {@code programmatic}
 * @param attempt number of the attempt that just ended, from 1; 0 if the call ended before its first attempt
 * @param failure failure of the attempt; {@code null} if the attempt returned a result
 * @param result result of the attempt; {@code null} if the attempt failed or returned {@code null}
 * @param retry whether another attempt follows
 * @param delay delay before the next attempt; zero if none follows
 * @param stopReason why a failed call is not retried; {@code null} if it is retried or has succeeded
 * @param elapsed time since the call began
 * @since 0.1.0
 */
public record RetryDecision(
        String policy,
        String method,
        int attempt,
        @Nullable Throwable failure,
        @Nullable Object result,
        boolean retry,
        Duration delay,
        @Nullable StopReason stopReason,
        Duration elapsed) {

    /** {@return whether the call succeeded with this attempt} */
    public boolean success() {
        return !retry && stopReason == null;
    }
}
