package io.backoff.engine.decision;

import io.backoff.budget.Withdrawal;
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
 * @param charged what the budget answered; {@code null} if it was not asked
 */
public record NextStep(
        boolean retry,
        Duration delay,
        @Nullable StopReason stop,
        @Nullable Exclusion excluded,
        @Nullable TimeLeft leftByCaller,
        @Nullable Withdrawal charged) {

    /** Nothing follows: the attempt succeeded. */
    public static final NextStep SUCCESS = new NextStep(false, Duration.ZERO, null, null, null, null);

    /** Nothing follows: the attempt has marked the transaction of the caller rollback-only. */
    public static final NextStep ROLLBACK_ONLY = stop(StopReason.NOT_RETRYABLE);

    /** The next attempt may start now. */
    public static final NextStep NOW = again(Duration.ZERO, null);

    /** Nothing follows: the code that judges results threw. There is no fallback for that. */
    public static final NextStep BROKEN = stop(StopReason.NOT_RETRYABLE);

    /** Another attempt follows after a pause. */
    public static NextStep again(Duration delay) {
        return delay.isZero() ? NOW : again(delay, null);
    }

    static NextStep again(Duration delay, @Nullable Withdrawal charged) {
        return new NextStep(true, delay, null, null, null, charged);
    }

    /** Nothing follows, for this reason. */
    public static NextStep stop(StopReason reason) {
        return new NextStep(false, Duration.ZERO, reason, null, null, null);
    }

    /**
     * Nothing follows: the next attempt would start too late.
     *
     * @param delay the pause before it
     * @param leftByCaller how long the caller still waits; {@code null} if the call ends first by its own limit
     */
    public static NextStep tooLate(Duration delay, @Nullable TimeLeft leftByCaller) {
        return new NextStep(false, delay, StopReason.ELAPSED, null, leftByCaller, null);
    }

    /**
     * Nothing follows: no retry can fix the failure.
     *
     * @param excluded why the policy excludes it, if by a group or a status; otherwise {@code null}
     */
    public static NextStep notRetryable(@Nullable Exclusion excluded) {
        return new NextStep(false, Duration.ZERO, StopReason.NOT_RETRYABLE, excluded, null, null);
    }

    static NextStep denied(Withdrawal charged) {
        return new NextStep(false, Duration.ZERO, StopReason.BUDGET_DENIED, null, null, charged);
    }
}
