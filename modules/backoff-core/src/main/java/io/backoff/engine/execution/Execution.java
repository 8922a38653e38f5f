package io.backoff.engine.execution;

import io.backoff.PermanentException;
import io.backoff.budget.Withdrawal;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.BudgetExhaustedException;
import io.backoff.engine.RetryScope;
import io.backoff.engine.safe.SafeClassifier;
import io.backoff.engine.safe.SafeRetryBudget;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import io.backoff.text.CauseChain;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One call: its state so far, and the decision on what to do next. Only this class decides, whatever runs the call.
 * Used by one thread at a time.
 *
 * <p>Checks run from cheap to costly: is the failure retryable, is an attempt left, is there time, and last the budget,
 * so that no token is spent on a retry that cannot happen.
 */
public sealed class Execution extends NestedCall permits AdoptedScope, DurableExecution {

    RetryCause cause = RetryCause.OTHER;
    private boolean ended;
    final CallReporter reporter;
    private final SurroundingTransaction transaction;
    private boolean permanent;
    private long attemptStart;
    // What the budget paid for the attempt under way; null if it was not asked.
    private @Nullable Withdrawal paid;
    private @Nullable String place;

    Execution(Engine engine, BackoffPolicy policy, CallReporter reporter, @Nullable RetryScope outer, long start) {
        this(engine, policy, policy.limits().maxElapsed(), reporter, outer, start);
    }

    /**
     * Begins a call.
     *
     * @param own the longest time of the call by its policy; zero is unbounded
     */
    Execution(
            Engine engine,
            BackoffPolicy policy,
            Duration own,
            CallReporter reporter,
            @Nullable RetryScope outer,
            long start) {
        super(engine, policy, policy.enabled() ? own : Duration.ZERO, outer, start);
        this.reporter = reporter;
        this.transaction = SurroundingTransaction.of(engine.transactions());
        this.attemptStart = start;
    }

    /**
     * Names the place of the call in the log.
     *
     * @param known for example the queue of a message; {@code null} if the call has none
     */
    public void at(@Nullable String known) {
        place = known;
    }

    @Nullable
    String place() {
        return place;
    }

    /** Ends the call: the attempt returned something that is accepted. */
    public void succeeded(@Nullable Object result) {
        if (policy.enabled()) {
            SafeRetryBudget.succeeded(policy, paid);
        }
        reporter.succeeded(this, result);
        count(attempt == 1 ? Outcome.SUCCESS : Outcome.RECOVERED);
    }

    /**
     * Decides what follows an attempt that threw, and ends the call if nothing does, or if the decision itself fails.
     */
    public NextStep failed(Throwable thrown) {
        try {
            failures = failures.and(CauseChain.forCaller(thrown));
            return decided(failures.last(), null, decideAfter(thrown));
        } catch (Throwable broken) {
            failures = FailureHistory.NONE.and(thrown);
            count(Outcome.NOT_RETRYABLE);
            return NextStep.stop(StopReason.NOT_RETRYABLE);
        }
    }

    /** Decides what follows an attempt whose result calls for a retry, and ends the call if nothing does. */
    public NextStep rejected(@Nullable Object result) {
        failures = failures.and(null);
        return decided(null, result, decide(Verdict.retry(RetryCause.RESULT)));
    }

    /** Ends the call: the attempt failed in a way that no retry can fix, or at the end of the call. */
    public NextStep failedForGood(Throwable thrown) {
        return isOutOfTime(thrown) ? failed(thrown) : failed(thrown, StopReason.NOT_RETRYABLE);
    }

    /** Ends the call: the attempt failed, and something else decided that none follows. */
    final NextStep failed(Throwable thrown, StopReason stop) {
        reporter.recorded(this, Verdict.notRetryable(), attemptStart);
        return failed(thrown, NextStep.stop(stop));
    }

    private NextStep failed(Throwable thrown, NextStep end) {
        permanent = isPermanent(thrown);
        failures = failures.and(CauseChain.forCaller(thrown));
        return decided(failures.last(), null, end);
    }

    private static boolean isPermanent(Throwable thrown) {
        return CauseChain.any(thrown, each -> each instanceof PermanentException);
    }

    /** Ends the call before its first attempt, because nobody waits for it any more. Returns the failure for the caller. */
    public Throwable unawaited() {
        attempt = 0;
        TimeoutException failure = new TimeoutException("Nobody waits for this call any more: the call or the request"
                + " that it is made in had no time left");
        failed(failure, NextStep.tooLate(Duration.ZERO, leftByCaller()));
        return failure;
    }

    /** Ends the call: the code that judges results threw. Returns the failure for the caller. */
    public Throwable broke(Throwable failure) {
        failedForGood(failure);
        return failure(failure);
    }

    /** Ends the call: the attempt failed, and another would be of no use. */
    StopReason abandoned(Throwable thrown) {
        failed(thrown, StopReason.ABORTED);
        return StopReason.ABORTED;
    }

    /** Ends the call: an interrupt has cut its delay short. */
    StopReason interrupted(InterruptedException interruption) {
        failures.attachToLast(interruption);
        return stop(StopReason.ABORTED);
    }

    public void waitedSince(long start) {
        reporter.waitedSince(start, time());
        attemptStart = nanoTimeOr(attemptStart);
    }

    /**
     * Records a delay after which the call may have been in a queue, such as a message behind other messages. The time
     * beyond the delay is not part of the call: neither a delay, nor counted towards {@code max-elapsed}.
     */
    public void waitedSince(long start, Duration delay) {
        long beyond = nanoTimeOr(start) - start - TimeUnit.NANOSECONDS.convert(delay);
        long queued = Math.max(0, beyond);
        queuedFor(queued);
        waitedSince(start + queued);
    }

    /**
     * Starts the next attempt and returns {@code null}, or returns why the decision before the delay no longer holds.
     */
    public @Nullable StopReason resume() {
        if (isStopping()) {
            return stop(StopReason.ABORTED);
        }
        if (!fits(Duration.ZERO)) {
            decided(failures.last(), null, tooLate(Duration.ZERO));
            return StopReason.ELAPSED;
        }
        attempt++;
        attemptStart = nanoTimeOr(attemptStart);
        forgetInner();
        reporter.retried(cause);
        return null;
    }

    /** Ends the call between two attempts. */
    public StopReason stop(StopReason reason) {
        decided(failures.last(), null, NextStep.stop(reason));
        return reason;
    }

    /** The failure for the caller: this one, with the earlier ones suppressed. */
    public Throwable failure(Throwable thrown) {
        return failures.attachEarlierTo(CauseChain.forCaller(thrown));
    }

    /** The failure for the caller after the last attempt; {@code null} if that returned a result. */
    public @Nullable Throwable failure() {
        return failures.last() == null ? null : failure(failures.last());
    }

    /** The scope of the fallback, which has more time than the call had. */
    public FallbackScope forFallback() {
        return new FallbackScope(this);
    }

    /** The failure for the caller if the fallback failed as well: the fallback's, with the call's suppressed. */
    public Throwable fallbackFailed(Throwable broken) {
        return failures.attachLastTo(broken);
    }

    private NextStep decideAfter(Throwable thrown) {
        permanent = isPermanent(thrown);
        if (isOutOfTime(thrown) || innerReason(thrown) == StopReason.ELAPSED && isOver()) {
            Verdict verdict = leftByCaller() == null ? Verdict.retry(RetryCause.TIMEOUT) : Verdict.notRetryable();
            reporter.recorded(this, verdict, attemptStart);
            return NextStep.tooLate(Duration.ZERO, leftByCaller());
        }
        StopReason terminal = terminalReason(thrown);
        if (terminal == null) {
            return decide(classify(thrown));
        }
        reporter.recorded(
                this, terminal == StopReason.OVERLOADED ? Verdict.overloaded() : Verdict.notRetryable(), attemptStart);
        return NextStep.stop(terminal);
    }

    private NextStep decide(Verdict verdict) {
        boolean spoiled = verdict.kind() == Verdict.Kind.RETRY && transaction.isSpoiled();
        NextStep step = spoiled ? reporter.spoiled(policy) : step(verdict);
        // No setting would have made a retry of these possible.
        boolean impossible = spoiled || step.leftByCaller() != null;
        reporter.recorded(this, impossible ? Verdict.notRetryable() : verdict, attemptStart);
        return step;
    }

    private NextStep step(Verdict verdict) {
        return switch (verdict.kind()) {
            case NOT_RETRYABLE -> NextStep.notRetryable(verdict.excluded());
            // A disabled policy reports nothing to enclosing scopes.
            case OVERLOADED -> NextStep.stop(policy.enabled() ? StopReason.OVERLOADED : StopReason.NOT_RETRYABLE);
            case ABORT -> NextStep.stop(StopReason.ABORTED);
            case RETRY -> {
                cause = verdict.cause();
                yield withinLimits(verdict);
            }
        };
    }

    private NextStep withinLimits(Verdict verdict) {
        StopReason end = noAttemptLeft();
        if (end != null) {
            return NextStep.stop(end);
        }
        Duration delay = delayBefore(attempt + 1, verdict.cause(), verdict.hint());
        if (!fits(delay)) {
            return tooLate(delay);
        }
        paid = null;
        return verdict.free() || isGranted() ? NextStep.again(delay) : NextStep.stop(StopReason.BUDGET_DENIED);
    }

    @Nullable
    StopReason noAttemptLeft() {
        if (!policy.enabled()) {
            return StopReason.NOT_RETRYABLE;
        }
        if (isStopping()) {
            return StopReason.ABORTED;
        }
        return isLast() ? StopReason.EXHAUSTED : null;
    }

    boolean isStopping() {
        return engine.shutdown().underWay();
    }

    /** Whether the budget pays for the next attempt. */
    boolean isGranted() {
        return withdraw();
    }

    final boolean withdraw() {
        paid = SafeRetryBudget.withdraw(policy, time().nanoTime());
        return paid.granted();
    }

    Verdict classify(Throwable failure) {
        return SafeClassifier.classify(policy, failure);
    }

    private NextStep decided(@Nullable Throwable failure, @Nullable Object result, NextStep decision) {
        reporter.decided(this, failure, result, decision);
        if (decision.stop() != null) {
            end(failure, decision.stop());
        }
        return decision;
    }

    private void end(@Nullable Throwable failure, StopReason stop) {
        count(stop.outcome());
        if (failure != null) {
            if (stop == StopReason.BUDGET_DENIED) {
                BudgetExhaustedException.explain(failure, SafeRetryBudget.name(policy));
            }
            propagate(failure, stop, permanent);
        }
    }

    /** Counts the end of the call, once. The count comes first: the rest may need more stack than is left. */
    void count(Outcome outcome) {
        if (!ended) {
            reporter.counted(outcome);
            ended = true;
            reporter.ended(outcome, attempt);
        }
    }
}
