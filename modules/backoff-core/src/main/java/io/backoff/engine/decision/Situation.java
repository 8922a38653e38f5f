package io.backoff.engine.decision;

import io.backoff.engine.TimeLeft;
import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The state of a call whose attempt did not succeed.
 *
 * @param attempt number of the attempt, from 1
 * @param oneAttempt whether the parent scope is retrying, so that the call makes one attempt
 * @param stopping whether the application is stopping
 * @param outOfTime whether the attempt was cut off at the deadline of the call
 * @param rollbackOnly whether the caller's transaction has become rollback-only
 * @param inner why an inner call ended with the same failure; {@code null} if none did
 * @param elapsed time since the call began; zero for an observed call
 * @param waited time since the attempt ended; zero unless the call is adopted
 * @param callerWaits the caller's deadline, measured from the beginning of the call; {@code null} if the call's own
 *     deadline is earlier
 */
public record Situation(
        int attempt,
        boolean oneAttempt,
        boolean stopping,
        boolean outOfTime,
        boolean rollbackOnly,
        @Nullable StopReason inner,
        Duration elapsed,
        Duration waited,
        @Nullable TimeLeft callerWaits) {

    /** Whether the caller will still be waiting after the delay. */
    boolean isBeforeDeadlineAfter(Duration delay) {
        return callerWaits == null || delay.compareTo(callerWaits.duration().minus(elapsed)) <= 0;
    }

    /** The caller's remaining time; {@code null} if the call's own deadline is earlier. */
    @Nullable
    TimeLeft leftByCaller() {
        return callerWaits == null ? null : callerWaits.after(elapsed);
    }
}
