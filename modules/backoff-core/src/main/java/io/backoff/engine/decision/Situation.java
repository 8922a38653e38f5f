package io.backoff.engine.decision;

import io.backoff.engine.TimeLeft;
import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The state of a call whose attempt did not succeed.
 *
 * @param attempt number of the attempt, from 1
 * @param oneAttempt whether an outer scope is retrying, so that the call makes one attempt
 * @param stopping whether the application stops
 * @param outOfTime whether the attempt was cut at the end of the call
 * @param rollbackOnly whether the transaction of the caller has become rollback-only
 * @param inner why a call inside ended with the same failure; {@code null} if none did
 * @param elapsed time since the call began
 * @param waited time since the attempt ended
 * @param callerWaits how long the caller waits, from the beginning of the call; {@code null} if the call ends first by
 *     its own limit
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

    /** Whether the caller still waits when the delay has passed. */
    boolean isBeforeDeadlineAfter(Duration delay) {
        return callerWaits == null || delay.compareTo(callerWaits.duration().minus(elapsed)) <= 0;
    }

    /** How long the caller still waits; {@code null} if the call ends first by its own limit. */
    @Nullable
    TimeLeft leftByCaller() {
        return callerWaits == null ? null : callerWaits.after(elapsed);
    }
}
