package io.backoff.engine.execution;

import io.backoff.engine.CallerTransactions;
import io.backoff.engine.Deadlines;
import io.backoff.engine.Nesting;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeLeft;
import io.backoff.engine.decision.Rules;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The position of a call in a chain of nested calls: its parent scope, the time that this scope had left and the
 * transaction in progress when the call began. Only one of several nested calls retries: a call makes one attempt while
 * its parent is retrying. If an inner call has failed for good, its failure ends the parent call too.
 *
 * @param parent the parent scope; {@code null} if there is none, or if nested calls are independent
 * @param oneAttempt whether the parent scope is retrying, so that this call makes one attempt
 * @param scopeLeft the remaining time of the parent scope when the call began; {@code null} if it is unbounded, or if
 *     calls do not inherit deadlines
 * @param inheritsDeadline whether the call ends when {@code scopeLeft} has passed, because its own deadline is not
 *     earlier
 * @param transactions reports the state of the transaction
 * @param thread the thread of the transaction; {@code null} if there is no transaction or if it was rollback-only
 *     before the call
 */
record CallPlace(
        @Nullable RetryScope parent,
        boolean oneAttempt,
        @Nullable TimeLeft scopeLeft,
        boolean inheritsDeadline,
        CallerTransactions transactions,
        @Nullable Thread thread) {

    private static final CallPlace ROOT = new CallPlace(null, false, null, false, CallerTransactions.NONE, null);

    /** The position of a call that begins on the current thread. */
    static CallPlace of(BackoffPolicy policy, Rules rules, Engine engine, @Nullable RetryScope around) {
        CallerTransactions transactions = engine.transactions();
        // A transaction that is already rollback-only is ignored: even the first attempt cannot commit in it.
        Thread thread = transactions.isActive() && !transactions.isRollbackOnly() ? Thread.currentThread() : null;
        RetryScope parent = engine.nesting() == Nesting.INDEPENDENT && rules.visible() ? null : around;
        TimeLeft left = around == null || engine.deadlines() == Deadlines.INDEPENDENT ? null : around.timeLeft();
        if (parent == null && thread == null && left == null) {
            return ROOT;
        }
        boolean oneAttempt = parent != null && rules.visible() && parent.isRetrying();
        boolean limited = policy.enabled() && rules.limitCalls();
        boolean inherits =
                left != null && !(limited && endsBefore(policy.limits().maxElapsed(), left));
        return new CallPlace(parent, oneAttempt, left, inherits, transactions, thread);
    }

    private static boolean endsBefore(Duration own, TimeLeft left) {
        return !own.isZero() && own.compareTo(left.duration()) <= 0;
    }

    /**
     * Whether the deadline of the call applies only to the parent's current attempt, so that the parent's next attempt
     * gets new time.
     */
    boolean endsWithParentAttempt() {
        return inheritsDeadline && scopeLeft != null && scopeLeft.ofAttempt();
    }

    /**
     * Whether the transaction has become rollback-only since the call began; {@code false} on other threads, which are
     * not in the transaction.
     */
    boolean isRollbackOnly() {
        return thread == Thread.currentThread() && transactions.isActive() && transactions.isRollbackOnly();
    }

    /** The retry in progress in the parent scope. */
    Optional<RetryInfo> parentRetry() {
        return parent == null ? Optional.empty() : parent.retry();
    }

    /** The maximum number of attempts of a call under the policy; empty if unlimited. */
    OptionalInt maxAttempts(BackoffPolicy policy) {
        return oneAttempt || !policy.enabled()
                ? OptionalInt.of(1)
                : policy.limits().attempts();
    }

    /**
     * Reports to the parent scope that the call has failed for good. Reports nothing if the parent may still retry, for
     * example if the call was given only one attempt because its parent was retrying.
     *
     * @param inner why an inner call ended with the failure; {@code null} if none did
     * @param permanent whether the callee has declared the failure permanent
     */
    void propagate(Throwable failure, StopReason stop, @Nullable StopReason inner, boolean permanent) {
        boolean forGood = permanent || inner != null;
        if (parent != null && isTerminal(stop, forGood)) {
            parent.markTerminal(failure, permanent || inner == null ? stop : inner);
        }
    }

    private boolean isTerminal(StopReason stop, boolean forGood) {
        return switch (stop) {
            case EXHAUSTED -> !oneAttempt;
            case ELAPSED, BUDGET_DENIED, OVERLOADED -> true;
            case NOT_RETRYABLE -> forGood;
            case ABORTED -> false;
        };
    }
}
