package io.backoff.engine;

import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What was decided after an attempt.
 *
 * @param policy name of the policy
 * @param method {@code Class.method}, or {@code programmatic}
 * @param attempt number of the attempt that just ended, from 1
 * @param failure how it failed; {@code null} when it returned something
 * @param result what it returned; {@code null} when it failed, and also when it returned {@code null}
 * @param retry whether another attempt follows
 * @param delay pause before that attempt; zero when none follows
 * @param stopReason why a failed call is not retried; {@code null} when it is, and after a success
 * @param elapsed time since the call began
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

    /** Whether the attempt ended the call well. */
    public boolean success() {
        return !retry && stopReason == null;
    }
}
