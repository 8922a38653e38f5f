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
 * Decides what follows an attempt that did not succeed. Every call asks it, whatever runs the call; kinds of calls
 * differ by {@link Rules}.
 *
 * <p>Checks run from cheap to costly: is the failure retryable, is an attempt left, is there time, and last the budget,
 * so that no token is spent on a retry that cannot happen.
 */
public final class Decider {

    private Decider() {}

    /**
     * Decides. The delay is drawn only if an attempt is left, and the budget is asked only if there is time for it.
     *
     * @param verdict the verdict by the policy
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
            return NextStep.again(drawn, null);
        }
        Withdrawal charged = budget.get();
        return charged.granted() ? NextStep.again(drawn, charged) : NextStep.denied(charged);
    }

    /** The end of the call, if no delay and no budget could make a retry possible; otherwise {@code null}. */
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
            // A disabled policy reports nothing to enclosing scopes.
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
     * Whether a call under the policy has no attempt after this one.
     *
     * @param oneAttempt whether an outer scope is retrying
     * @param attempt number of the attempt, from 1
     */
    public static boolean isLast(BackoffPolicy policy, boolean oneAttempt, int attempt) {
        return oneAttempt
                || !policy.enabled()
                || policy.limits().isLast(attempt)
                // The counter ends here.
                || attempt == Integer.MAX_VALUE;
    }

    /** The end of a call whose delay has passed, if the next attempt may not start any more; otherwise {@code null}. */
    public static @Nullable NextStep afterDelay(Rules rules, BackoffPolicy policy, Situation now) {
        if (now.stopping() && rules.endAtShutdown()) {
            return NextStep.stop(StopReason.ABORTED);
        }
        return fits(rules, policy, now, Duration.ZERO) ? null : tooLate(now, Duration.ZERO);
    }

    /** The end of a call whose next attempt would have its turn too late. */
    public static NextStep outOfTurn(Situation now) {
        return NextStep.tooLate(Duration.ZERO, now.leftByCaller());
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
            // Only the wait that the callee asked for has to fit into max-elapsed: the library has limits of its own.
            case ADOPTED -> {
                Duration left = rules.stillToWait(delay, now.waited());
                yield now.isBeforeDeadlineAfter(left)
                        && (left.isZero() || policy.limits().permits(left, now.elapsed()));
            }
            case OBSERVED -> true;
        };
    }
}
