package io.backoff.engine.decision;

import io.backoff.budget.Withdrawal;
import io.backoff.classify.Verdict;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides what follows an attempt that did not succeed. All code that makes or observes attempts uses this class;
 * {@link Rules} describes how kinds of calls differ.
 *
 * <p>Checks run in this order: is the failure retryable, is an attempt left, is there time, does the budget grant the
 * retry. The budget comes last, so that no token is spent on a retry that cannot happen.
 */
public final class Decider {

    private Decider() {}

    /**
     * Decides what follows. The delay is drawn only if an attempt is left, and the budget is asked only if the retry
     * can start before the deadline.
     *
     * @param verdict the policy's verdict on the failure
     * @param delay draws the delay before the next attempt
     * @param budget takes a token from the budget
     */
    public static NextStep after(
            Rules rules,
            BackoffPolicy policy,
            Situation now,
            Verdict verdict,
            Function<Verdict, Duration> delay,
            Supplier<Withdrawal> budget) {
        NextStep end = end(rules, policy, now, verdict);
        if (end != null) {
            return end;
        }
        Verdict judged = rules.judge(verdict);
        Duration drawn = delay.apply(judged);
        if (!fits(rules, policy, now, drawn)) {
            return tooLate(now, drawn);
        }
        if (judged.free() || !rules.payAtOnce()) {
            return NextStep.again(drawn, null, judged.retryAfter());
        }
        Withdrawal charged = budget.get();
        return charged.granted() ? NextStep.again(drawn, charged, judged.retryAfter()) : NextStep.denied(charged);
    }

    /**
     * Returns the decision to end the call if no retry is possible, whatever the delay and the budget; otherwise
     * {@code null}.
     */
    public static @Nullable NextStep end(Rules rules, BackoffPolicy policy, Situation now, Verdict verdict) {
        if (now.outOfTime()) {
            return NextStep.tooLate(Duration.ZERO, now.leftByCaller());
        }
        StopReason inner = rules.endedBy(now.inner());
        if (inner != null) {
            return NextStep.stop(inner);
        }
        Verdict judged = rules.judge(verdict);
        return switch (judged.kind()) {
            case NOT_RETRYABLE -> NextStep.notRetryable(judged.excluded());
            // OVERLOADED would end the parent call too. A call under a disabled policy must not do that.
            case OVERLOADED -> NextStep.stop(policy.enabled() ? StopReason.OVERLOADED : StopReason.NOT_RETRYABLE);
            case ABORT -> NextStep.stop(StopReason.ABORTED);
            case RETRY -> now.rollbackOnly() ? NextStep.ROLLBACK_ONLY : noAttemptLeft(rules, policy, now);
        };
    }

    private static @Nullable NextStep noAttemptLeft(Rules rules, BackoffPolicy policy, Situation now) {
        if (!policy.enabled()) {
            return NextStep.stop(StopReason.NOT_RETRYABLE);
        }
        if (now.stopping() && rules.endAtShutdown()) {
            return NextStep.stop(StopReason.ABORTED);
        }
        boolean last = rules.limitCalls() ? isLast(policy, now.oneAttempt(), now.attempt()) : now.oneAttempt();
        return last ? NextStep.stop(StopReason.EXHAUSTED) : null;
    }

    /**
     * Whether the call has no attempt left after this one.
     *
     * @param oneAttempt whether the call makes only one attempt, because its parent scope is retrying
     * @param attempt number of the attempt, from 1
     */
    public static boolean isLast(BackoffPolicy policy, boolean oneAttempt, int attempt) {
        return oneAttempt
                || !policy.enabled()
                || policy.limits().isLast(attempt)
                // The counter must not overflow.
                || attempt == Integer.MAX_VALUE;
    }

    /**
     * Called after the delay: returns the decision to end the call if its next attempt must not start now; otherwise
     * {@code null}.
     */
    public static @Nullable NextStep afterDelay(Rules rules, BackoffPolicy policy, Situation now) {
        if (now.stopping() && rules.endAtShutdown()) {
            return NextStep.stop(StopReason.ABORTED);
        }
        return fits(rules, policy, now, Duration.ZERO) ? null : tooLate(now, Duration.ZERO);
    }

    /** Returns the decision to end a call whose next attempt would get its turn only after the deadline. */
    public static NextStep outOfTurn(Situation now) {
        return NextStep.outOfTurn(now.leftByCaller());
    }

    private static NextStep tooLate(Situation now, Duration delay) {
        return NextStep.tooLate(delay, now.isBeforeDeadlineAfter(delay) ? null : now.leftByCaller());
    }

    /** Whether an attempt may start after the delay. */
    private static boolean fits(Rules rules, BackoffPolicy policy, Situation now, Duration delay) {
        return switch (rules) {
            case GUARDED, STORED ->
                now.callerWaits() == null
                        ? policy.limits().permits(delay, now.elapsed())
                        : now.isBeforeDeadlineAfter(delay);
            // Only the Retry-After delay must fit into max-elapsed, because the library that makes the attempts has its
            // own limits.
            case ADOPTED -> {
                Duration left = rules.stillToWait(delay, now.waited());
                yield now.isBeforeDeadlineAfter(left)
                        && (left.isZero() || policy.limits().permits(left, now.elapsed()));
            }
            case OBSERVED -> true;
        };
    }
}
