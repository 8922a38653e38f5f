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
 * @param delay the delay before the next attempt, or the delay that ends the call because it would exceed the deadline;
 *     zero if there is neither
 * @param stop why the call ends after a failed attempt; {@code null} if another attempt follows or the call succeeded
 * @param excluded why the rules of the policy exclude the failure from retries; {@code null} if they do not
 * @param leftByCaller the caller's remaining time, if it is too short for another attempt; otherwise {@code null}
 * @param outOfTurn whether the call ends because the policy's pace would let the next attempt begin only after the
 *     deadline
 * @param charged the result of asking the budget for a token; {@code null} if the budget was not asked
 * @param retryAfter the Retry-After delay of the callee, if another attempt follows; {@code null} if there is none
 */
public record NextStep(
        boolean retry,
        Duration delay,
        @Nullable StopReason stop,
        @Nullable Exclusion excluded,
        @Nullable TimeLeft leftByCaller,
        boolean outOfTurn,
        @Nullable Withdrawal charged,
        @Nullable Duration retryAfter) {

    /** The call succeeded. */
    public static final NextStep SUCCESS = new NextStep(false, Duration.ZERO, null, null, null, false, null, null);

    /** The call ends: the attempt has marked the caller's transaction rollback-only. */
    public static final NextStep ROLLBACK_ONLY = stop(StopReason.NOT_RETRYABLE);

    /** The next attempt may start now. */
    public static final NextStep NOW = again(Duration.ZERO, null, null);

    /** The call ends without a fallback after an unexpected exception, such as one from the condition on results. */
    public static final NextStep BROKEN = stop(StopReason.NOT_RETRYABLE);

    /** Another attempt follows after a delay. */
    public static NextStep again(Duration delay) {
        return delay.isZero() ? NOW : again(delay, null, null);
    }

    static NextStep again(Duration delay, @Nullable Withdrawal charged, @Nullable Duration retryAfter) {
        return new NextStep(true, delay, null, null, null, false, charged, retryAfter);
    }

    /** The call ends for this reason. */
    public static NextStep stop(StopReason reason) {
        return new NextStep(false, Duration.ZERO, reason, null, null, false, null, null);
    }

    /**
     * The call ends: its next attempt would start after the deadline.
     *
     * @param delay the delay before that attempt
     * @param leftByCaller the caller's remaining time; {@code null} if the call's own deadline is earlier
     */
    public static NextStep tooLate(Duration delay, @Nullable TimeLeft leftByCaller) {
        return new NextStep(false, delay, StopReason.ELAPSED, null, leftByCaller, false, null, null);
    }

    /**
     * The call ends: the policy's pace would let its next attempt begin only after the deadline.
     *
     * @param leftByCaller the caller's remaining time; {@code null} if the call's own deadline is earlier
     */
    static NextStep outOfTurn(@Nullable TimeLeft leftByCaller) {
        return new NextStep(false, Duration.ZERO, StopReason.ELAPSED, null, leftByCaller, true, null, null);
    }

    /**
     * The call ends: the failure is not retryable.
     *
     * @param excluded why the rules of the policy exclude the failure from retries; {@code null} if they do not
     */
    public static NextStep notRetryable(@Nullable Exclusion excluded) {
        return new NextStep(false, Duration.ZERO, StopReason.NOT_RETRYABLE, excluded, null, false, null, null);
    }

    static NextStep denied(Withdrawal charged) {
        return new NextStep(false, Duration.ZERO, StopReason.BUDGET_DENIED, null, null, false, charged, null);
    }
}
