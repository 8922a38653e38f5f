package io.backoff.engine.execution;

import io.backoff.PermanentException;
import io.backoff.budget.Withdrawal;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.BudgetExhaustedException;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TerminalFailures;
import io.backoff.engine.TimeLeft;
import io.backoff.engine.TimeSource;
import io.backoff.engine.decision.Decider;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.decision.Rules;
import io.backoff.engine.decision.Situation;
import io.backoff.engine.execution.Operation.Fallback;
import io.backoff.engine.safe.SafeClassifier;
import io.backoff.engine.safe.SafeRetryBudget;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import io.backoff.text.CauseChain;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One call: its clock, its place among other calls, its record, and what became of its attempts. It is the scope of what
 * runs inside it. A driver makes the attempts and waits; the call asks the {@link Decider} what follows, and carries out
 * what a decision means. Used by one thread at a time; only its end may race with a cancellation.
 */
public final class Call implements CurrentAttempt, RetryScope {

    final CallClock clock;
    private final BackoffPolicy policy;
    private final Rules rules;
    private final Engine engine;
    private final CallPlace place;
    private final CallRecord record;
    // The attempts of earlier calls for the same item.
    private int earlier;
    private int attempt = 1;
    private long attemptStart;
    private long attemptEnd;
    private FailureHistory failures = FailureHistory.NONE;
    private boolean permanent;
    private RetryCause cause = RetryCause.OTHER;
    // Whether the attempt that follows takes nothing from the budget.
    private boolean free;
    // What the budget paid for the attempt under way; null if it was not asked.
    private @Nullable Withdrawal paid;
    // Inner calls may end on several threads.
    private TerminalFailures inner = TerminalFailures.NONE;
    private @Nullable String location;
    private volatile boolean ended;

    /**
     * Begins a call.
     *
     * @param outer the scope around the call; {@code null} if there is none
     * @param start when it begins
     * @param previousDelay the last delay of a call that goes on, in nanoseconds; otherwise 0
     */
    Call(
            Engine engine,
            BackoffPolicy policy,
            Rules rules,
            CallRecord record,
            @Nullable RetryScope outer,
            long start,
            long previousDelay) {
        this.engine = engine;
        this.policy = policy;
        this.rules = rules;
        this.record = record;
        this.clock = new CallClock(engine, policy, rules, outer, start, previousDelay);
        this.place = CallPlace.of(rules, engine, outer);
        this.attemptStart = start;
        this.attemptEnd = start;
    }

    /** The policy as it was when the call began. */
    public BackoffPolicy policyInForce() {
        return policy;
    }

    /** The clock of the application. */
    public TimeSource time() {
        return engine.time();
    }

    /**
     * Decides on the first attempt: after which delay it starts, if somebody waits that long. The delay is zero unless
     * the policy waits first.
     */
    public NextStep first() {
        Duration delay = clock.initialDelay();
        return clock.isAwaited(delay) ? NextStep.again(delay) : unawaited();
    }

    /** Decides, after the delay, whether the attempt may start: the decision before it may no longer hold. */
    public NextStep proceed() {
        if (failures != FailureHistory.NONE) {
            return resume();
        }
        return clock.isAwaited(Duration.ZERO) ? NextStep.NOW : unawaited();
    }

    /** Whether somebody still waits for the call. */
    boolean isAwaited() {
        return clock.isAwaited(Duration.ZERO);
    }

    /**
     * Limits the attempt that starts now to {@code attempt-timeout} and to the time of the call.
     *
     * @return {@code null} if neither limits it
     */
    public @Nullable AttemptLimit limitAttempt() {
        return clock.limitAttempt();
    }

    /**
     * Limits an attempt that may go on after {@code max-elapsed}.
     *
     * @param reached the limit of the attempt so far
     * @return {@code null} if nothing limits it any more
     */
    public @Nullable AttemptLimit limitBeyond(AttemptLimit reached) {
        return clock.limitBeyond(reached);
    }

    /**
     * Names the place of the call in the log.
     *
     * @param known for example the queue of a message; {@code null} if the call has none
     */
    public void at(@Nullable String known) {
        location = known;
    }

    /** Ends the call: the attempt returned something that is accepted. */
    public void succeeded(@Nullable Object result) {
        if (policy.enabled()) {
            SafeRetryBudget.succeeded(policy, paid);
        }
        record.succeeded(this, result);
        count(attempt == 1 ? Outcome.SUCCESS : Outcome.RECOVERED);
    }

    /** Decides what follows an attempt that returned: its result is accepted, or calls for a retry. */
    public NextStep returned(Operation<?> operation, @Nullable Object result) {
        try {
            if (operation.rejects(result, policy)) {
                return rejected(result);
            }
        } catch (Throwable broken) {
            failedForGood(broken);
            return NextStep.BROKEN;
        }
        succeeded(result);
        return NextStep.SUCCESS;
    }

    /**
     * Decides what follows an attempt that threw, and ends the call if nothing does, or if the decision itself fails.
     */
    public NextStep failed(Throwable thrown) {
        return failedAs(thrown, null);
    }

    /**
     * As above, if the verdict on the failure is known.
     *
     * @param known {@code null} if it is not
     */
    NextStep failedAs(Throwable thrown, @Nullable Verdict known) {
        try {
            failures = failures.and(CauseChain.forCaller(thrown));
            permanent = isPermanent(thrown);
            Verdict verdict = known != null ? known : verdict(thrown);
            // After the verdict: a classifier may take its time.
            return decide(failures.last(), null, situation(thrown), verdict);
        } catch (Throwable broken) {
            failures = FailureHistory.NONE.and(thrown);
            count(Outcome.NOT_RETRYABLE);
            return NextStep.stop(StopReason.NOT_RETRYABLE);
        }
    }

    /** Decides what follows an attempt whose result calls for a retry, and ends the call if nothing does. */
    public NextStep rejected(@Nullable Object result) {
        failures = failures.and(null);
        return decide(null, result, situation(null), Verdict.retry(RetryCause.RESULT));
    }

    /** Ends the call: the attempt failed in a way that no retry can fix, or at the end of the call. */
    public NextStep failedForGood(Throwable thrown) {
        return clock.isOutOfTime(thrown) ? failed(thrown) : gaveUp(thrown, StopReason.NOT_RETRYABLE);
    }

    /** Ends the call: the attempt failed, and something else decided that none follows. */
    NextStep gaveUp(Throwable thrown, StopReason stop) {
        recorded(Verdict.notRetryable());
        return ended(thrown, NextStep.stop(stop));
    }

    private NextStep ended(Throwable thrown, NextStep end) {
        permanent = isPermanent(thrown);
        failures = failures.and(CauseChain.forCaller(thrown));
        return decided(failures.last(), null, end);
    }

    private static boolean isPermanent(Throwable thrown) {
        return CauseChain.any(thrown, each -> each instanceof PermanentException);
    }

    /** Ends the call before its first attempt, because nobody waits for it any more. */
    public NextStep unawaited() {
        attempt = 0;
        TimeoutException failure = new TimeoutException("Nobody waits for this call any more: the call or the request"
                + " that it is made in had no time left");
        return ended(failure, NextStep.tooLate(Duration.ZERO, clock.leftByCaller()));
    }

    /** Ends the call: something unforeseen was thrown. Returns the failure for the caller. */
    public Throwable broke(Throwable failure) {
        failedForGood(failure);
        return failure(failure);
    }

    /** Ends the call: an interrupt has cut its delay short. */
    NextStep interrupted(InterruptedException interruption) {
        failures.attachToLast(interruption);
        return stop(StopReason.ABORTED);
    }

    /** Records a delay that has passed, fully or until it was cut short. */
    public void waitedSince(long start) {
        record.waitedSince(start, time());
        attemptStart = clock.nanoTimeOr(attemptStart);
    }

    /**
     * Records a delay after which the call may have been in a queue, such as a message behind other messages. The time
     * beyond the delay is not part of the call: neither a delay, nor counted towards {@code max-elapsed}.
     */
    public void waitedSince(long start, Duration delay) {
        long beyond = clock.nanoTimeOr(start) - start - TimeUnit.NANOSECONDS.convert(delay);
        long queued = Math.max(0, beyond);
        clock.queuedFor(queued);
        waitedSince(start + queued);
    }

    /** Starts the next attempt, unless the decision before the delay no longer holds. */
    NextStep resume() {
        NextStep end = Decider.afterDelay(rules, policy, situation(null));
        if (end != null) {
            return decided(failures.last(), null, end);
        }
        attempt++;
        attemptStart = clock.nanoTimeOr(attemptStart);
        forgetInner();
        record.retried(cause);
        return NextStep.NOW;
    }

    /** Ends the call between two attempts. */
    public NextStep stop(StopReason reason) {
        return decided(failures.last(), null, NextStep.stop(reason));
    }

    /** The failure for the caller: this one, with the earlier ones suppressed. */
    public Throwable failure(Throwable thrown) {
        return failures.attachEarlierTo(CauseChain.forCaller(thrown));
    }

    /** The failure for the caller after the last attempt; {@code null} if that returned a result. */
    public @Nullable Throwable failure() {
        return failures.last() == null ? null : failure(failures.last());
    }

    /**
     * What replaces the result after the call has given up; {@code null} if the caller gets the failure, or the last
     * result.
     */
    public <T extends @Nullable Object> @Nullable Fallback<T> fallback(Operation<T> operation, NextStep end) {
        StopReason stop = end.stop();
        return stop == null || end == NextStep.BROKEN ? null : operation.fallbackAfter(stop, policy);
    }

    /** The scope of the fallback, which has more time than the call had. */
    public FallbackScope forFallback() {
        return new FallbackScope(this);
    }

    /** The failure for the caller if the fallback failed as well: the fallback's, with the call's suppressed. */
    public Throwable fallbackFailed(Throwable broken) {
        return failures.last() == null ? failure(broken) : failures.attachLastTo(broken);
    }

    /** Continues a call whose attempts so far were made by calls before this one. */
    void continueAfter(int attempts, RetryCause next, boolean unpaid) {
        attempt = attempts;
        cause = next;
        free = unpaid;
    }

    /** Starts the first attempt of a call that was stored before it. */
    void startFirst() {
        attempt = 1;
    }

    /** Counts the attempts of earlier calls for the same item in the number of the attempt. */
    void precededBy(int attempts) {
        earlier = attempts;
    }

    /** Records that the attempts of earlier calls were followed by one more. */
    void follows() {
        earlier++;
        record.retried(cause);
    }

    /** Records the end of an attempt whose outcome is not yet decided on. */
    void attemptEnded() {
        attemptEnd = clock.nanoTimeOr(attemptEnd);
    }

    long attemptEnd() {
        return attemptEnd;
    }

    /** How much longer to wait for a retry that another library makes. */
    Duration stillToWait(Duration asked) {
        return asked.isZero() ? asked : rules.stillToWait(asked, clock.since(attemptEnd));
    }

    /** The verdict on a failure, unless the time or a call inside decides. */
    Verdict verdict(Throwable thrown) {
        StopReason ending = innerReason(thrown);
        if (isOutOfTime(thrown, ending)) {
            return Verdict.retry(RetryCause.TIMEOUT);
        }
        StopReason end = rules.endedBy(ending);
        if (end != null) {
            return end == StopReason.OVERLOADED ? Verdict.overloaded() : Verdict.notRetryable();
        }
        return SafeClassifier.classify(policy, thrown);
    }

    private boolean isOutOfTime(Throwable thrown, @Nullable StopReason ending) {
        return clock.isOutOfTime(thrown) || ending == StopReason.ELAPSED && clock.isOver();
    }

    /** Whether neither a delay nor the budget could make a retry possible. */
    boolean isFinal(Throwable thrown, Verdict verdict) {
        return Decider.end(rules, policy, situation(thrown), verdict) != null;
    }

    /** Takes a token from the budget. */
    boolean withdraw() {
        paid = SafeRetryBudget.withdraw(policy, time().nanoTime());
        return paid.granted();
    }

    /** Whether the attempt that is due takes nothing from the budget, or cannot be made. */
    boolean isUnpaid() {
        return attempt == 0
                || free
                || !policy.enabled()
                || isLast()
                || Decider.afterDelay(rules, policy, situation(null)) != null;
    }

    /** The delay before the attempt that is due, drawn again. */
    Duration delayAgain() {
        return Duration.ofNanos(clock.draw(attempt + 1, cause));
    }

    RetryCause cause() {
        return cause;
    }

    boolean isFree() {
        return free;
    }

    boolean hasEnded() {
        return ended;
    }

    private Situation situation(@Nullable Throwable thrown) {
        StopReason ending = thrown == null ? null : innerReason(thrown);
        return new Situation(
                number(),
                place.oneAttempt(),
                engine.shutdown().underWay(),
                thrown != null && isOutOfTime(thrown, ending),
                place.isSpoiled(),
                ending,
                // A call that is only counted does not depend on the clock, which may be broken.
                rules == Rules.OBSERVED ? Duration.ZERO : clock.elapsed(),
                rules == Rules.ADOPTED ? clock.since(attemptEnd) : Duration.ZERO,
                clock.callerWaits());
    }

    private NextStep decide(@Nullable Throwable failure, @Nullable Object result, Situation now, Verdict verdict) {
        NextStep step = Decider.after(
                rules,
                policy,
                now,
                verdict,
                judged -> clock.delayBefore(attempt + 1, judged.cause(), judged.hint()),
                () -> SafeRetryBudget.withdraw(policy, time().nanoTime()));
        paid = step.charged();
        if (step.retry()) {
            cause = verdict.cause();
            free = verdict.free();
        }
        // No setting would have made a retry of these possible.
        boolean impossible = step == NextStep.SPOILED || step.leftByCaller() != null;
        recorded(impossible ? Verdict.notRetryable() : verdict);
        return decided(failure, result, step);
    }

    private void recorded(Verdict verdict) {
        record.failed(
                this,
                place.oneAttempt() ? Verdict.notRetryable() : verdict,
                clock.nanoTimeOr(attemptStart) - attemptStart);
    }

    private NextStep decided(@Nullable Throwable failure, @Nullable Object result, NextStep decision) {
        record.decided(this, failure, result, decision);
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
            propagate(failure, stop);
        }
    }

    /** Reports the end to the outer scope. An outer call whose attempt has run out of time may make another. */
    private void propagate(Throwable failure, StopReason stop) {
        if (rules.visible() && (stop != StopReason.ELAPSED || !clock.endsWithOuterAttempt())) {
            place.propagate(failure, stop, innerReason(failure), permanent);
        }
    }

    /** Counts the end of the call, once. The count comes first: the rest may need more stack than is left. */
    void count(Outcome outcome) {
        if (counted(outcome)) {
            record.ended(outcome, attempt);
        }
    }

    // Callers cancel the calls of other libraries on threads of their own.
    private synchronized boolean counted(Outcome outcome) {
        if (ended) {
            return false;
        }
        record.counted(outcome);
        ended = true;
        return true;
    }

    @Override
    public int number() {
        return earlier + attempt;
    }

    @Override
    public OptionalInt maxAttempts() {
        return place.maxAttempts(policy);
    }

    @Override
    public boolean isLast() {
        return Decider.isLast(policy, place.oneAttempt(), number());
    }

    @Override
    public Duration elapsed() {
        return clock.elapsed();
    }

    @Override
    public Optional<Duration> remaining() {
        return clock.remaining();
    }

    @Override
    public Optional<Throwable> lastFailure() {
        return Optional.ofNullable(failures.last());
    }

    @Override
    public String policy() {
        return policy.name();
    }

    @Override
    public boolean isRetrying() {
        return rules.visible()
                ? place.oneAttempt() || number() > 1
                : place.outer() != null && place.outer().isRetrying();
    }

    @Override
    public Optional<RetryInfo> retry() {
        return number() > 1 ? Optional.of(new RetryInfo(number() - 1, maxAttempts())) : place.outerRetry();
    }

    @Override
    public @Nullable TimeLeft timeLeft() {
        return clock.timeLeft();
    }

    @Override
    public void markTerminal(Throwable failure, StopReason reason) {
        if (rules.visible()) {
            remember(failure, reason);
        } else if (place.outer() != null) {
            place.outer().markTerminal(failure, reason);
        }
    }

    private synchronized void remember(Throwable failure, StopReason reason) {
        inner = inner.and(failure, reason);
    }

    private synchronized void forgetInner() {
        inner = TerminalFailures.NONE;
    }

    @Override
    public @Nullable StopReason terminalReason(Throwable failure) {
        return rules.endedBy(innerReason(failure));
    }

    /** Why an inner call ended with this failure or one of its causes; {@code null} if none did. */
    private synchronized @Nullable StopReason innerReason(Throwable failure) {
        return inner.reason(failure);
    }

    int attempt() {
        return attempt;
    }

    long start() {
        return clock.start;
    }

    /** Where the log says that the call took place; {@code null} if it has no name. */
    @Nullable
    String location() {
        return location;
    }
}
