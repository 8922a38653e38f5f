package io.backoff.engine.execution;

import io.backoff.PermanentException;
import io.backoff.budget.Withdrawal;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.BudgetExhaustedException;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.DeadlineReachedException;
import io.backoff.engine.PacedException;
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
import io.backoff.engine.stats.SafeMeters;
import io.backoff.message.LogMessage;
import io.backoff.pace.Turn;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import io.backoff.text.CauseChain;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One call: its clock, its place among other calls, its record, and what became of its attempts. It is the scope of what
 * runs inside it. A driver makes the attempts and waits; the call asks the {@link Decider} what follows, and carries out
 * what a decision means. Used by one thread at a time; only its end may race with a cancellation.
 */
public final class Call implements CurrentAttempt, RetryScope {

    // Timers are late. An attempt must start within max-elapsed even if its delay is the end of the spread.
    private static final Duration TIMER_DELAY = Duration.ofMillis(10);

    private static final Logger logger = System.getLogger(Call.class.getName());

    private static final LogMessage BUDGET_FAILED = LogMessage.warning("The budget of policy '%s' failed");

    private static final AtomicIntegerFieldUpdater<Call> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(Call.class, "ended");

    private final BackoffPolicy policy;
    private final Rules rules;
    private final Engine engine;
    private final CallPlace place;
    private final CallRecord record;
    private final long start;
    private int attempt = 1;
    private AttemptHistory history = AttemptHistory.NONE;
    // Null as long as no inner call has ended for good. Inner calls may end on several threads.
    private volatile @Nullable TerminalFailures inner;
    // Null as long as nobody has asked for the time.
    private volatile @Nullable CallClock clock;
    private volatile int ended;

    /**
     * Begins a call.
     *
     * @param outer the parent scope; {@code null} if there is none
     * @param start when it begins
     */
    Call(Engine engine, BackoffPolicy policy, Rules rules, CallRecord record, @Nullable RetryScope outer, long start) {
        this.engine = engine;
        this.policy = policy;
        this.rules = rules;
        this.record = record;
        this.start = start;
        this.place = CallPlace.of(rules, engine, outer);
        if (outer != null) {
            this.clock = new CallClock(engine, policy, rules, outer, start);
        }
    }

    /** The clock of the call: started with it if it has an outer scope, else when first asked for. */
    CallClock clock() {
        CallClock known = clock;
        return known != null ? known : startClock();
    }

    private synchronized CallClock startClock() {
        CallClock known = clock;
        CallClock started = known != null ? known : new CallClock(engine, policy, rules, null, start);
        clock = started;
        return started;
    }

    /** The history to write to. */
    private AttemptHistory remembered() {
        if (history == AttemptHistory.NONE) {
            history = new AttemptHistory(start);
        }
        return history;
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
     * Decides on the first attempt: after which delay it starts, if the deadline leaves that long. The delay is zero unless
     * the policy waits first.
     */
    public NextStep first() {
        Duration delay = initialDelay();
        return isBeforeDeadline(delay) ? NextStep.again(delay) : deadlinePassed();
    }

    /** {@code max-elapsed} does not prevent attempt 1, so the delay before it is cut to that. */
    private Duration initialDelay() {
        if (!policy.waitFirst() || !policy.enabled()) {
            return Duration.ZERO;
        }
        Duration delay = delayBefore(1, RetryCause.OTHER, null);
        return policy.limits().permits(delay, clock().elapsed())
                ? delay
                : policy.limits().maxElapsed();
    }

    /**
     * Draws the delay before an attempt, and extends it to the delay that the callee asked for, if any.
     *
     * @param cause why the attempt is made
     */
    private Duration delayBefore(int next, RetryCause cause, @Nullable Duration hint) {
        AttemptHistory past = remembered();
        past.previousDelay = draw(next, cause);
        Duration longest = hint == null
                ? Delays.UNLIMITED
                : clock().left().map(left -> left.minus(TIMER_DELAY)).orElse(Delays.UNLIMITED);
        return policy.delays().extended(past.previousDelay, hint, longest, time().random());
    }

    /** Draws the delay before an attempt, in nanoseconds. */
    private long draw(int next, RetryCause cause) {
        return policy.delays().after(cause).nanos(policy.ordinal(next), history.previousDelay, time().random());
    }

    /** Decides, after the delay, whether the attempt may start: the decision before it may no longer hold. */
    public NextStep proceed() {
        if (history.attempted()) {
            return resume();
        }
        return isBeforeDeadline() ? NextStep.NOW : deadlinePassed();
    }

    /**
     * Asks for the turn of the attempt that is due, after its delay. The turn is {@link Turn#NOW} unless the callee
     * throttles. An attempt whose turn is not {@code WAITING} any more continues with {@link #proceed} or {@link #late}.
     */
    public Turn turn() {
        return turn(Long.MAX_VALUE);
    }

    /** As above, but a turn that would come later than this, in nanoseconds, is {@code LATE}. */
    Turn turn(long longest) {
        if (!isPaced() || isStopping()) {
            return Turn.NOW;
        }
        // Nothing has happened yet: the clock need not be read.
        boolean fresh = history == AttemptHistory.NONE;
        long now = fresh ? start : time().nanoTime();
        CallClock known = fresh ? clock : clock();
        long left = known == null ? nanosOfLimit() : known.nanosLeft(now);
        return policy.lane().begin(now, Math.min(left, longest));
    }

    /** Whether attempts may have to wait for their turn. */
    public boolean isPaced() {
        return policy.lane().pace().isOn() && policy.enabled() && rules.paced();
    }

    private long nanosOfLimit() {
        Duration limit = policy.limits().maxElapsed();
        return limit.isZero() ? Long.MAX_VALUE : TimeUnit.NANOSECONDS.convert(limit);
    }

    /** Whether the application stops, so that no attempt waits for its turn. */
    public boolean isStopping() {
        return engine.shutdown().underWay();
    }

    /** Records the wait for a turn, which has come or was left. */
    public void waitedForTurn(long start) {
        attemptStartsNow();
        long nanos = history.attemptStart - start;
        SafeMeters.record(() -> policy.lane().pace().waited(nanos));
    }

    /** Ends the call: the attempt that is due would have its turn too late. */
    public NextStep late() {
        NextStep end = Decider.outOfTurn(situation(null, false));
        if (history.attempted()) {
            return decided(history.last(), null, end);
        }
        attempt = 0;
        return ended(
                new PacedException("The callee throttles the calls of policy '" + policy.name()
                        + "': the turn of this one would have come after its end"),
                end);
    }

    /** Whether somebody still waits for the call. */
    boolean isBeforeDeadline() {
        return isBeforeDeadline(Duration.ZERO);
    }

    private boolean isBeforeDeadline(Duration delay) {
        CallClock known = clock;
        return known == null || known.isBeforeDeadline(delay);
    }

    /**
     * Limits the attempt that starts now to {@code attempt-timeout} and to the time of the call.
     *
     * @return {@code null} if neither limits it
     */
    public @Nullable AttemptLimit limitAttempt() {
        return switch (rules) {
            case GUARDED, STORED -> clock().limitAttempt();
            case ADOPTED -> clock().limitAttemptToCaller();
            case OBSERVED -> null;
        };
    }

    /**
     * Limits an attempt that may go on after {@code max-elapsed}.
     *
     * @param reached the limit of the attempt so far
     * @return {@code null} if nothing limits it any more
     */
    public @Nullable AttemptLimit limitBeyond(AttemptLimit reached) {
        return clock().limitBeyond(reached);
    }

    /**
     * Names the place of the call in the log.
     *
     * @param known for example the queue of a message; {@code null} if the call has none
     */
    public void at(@Nullable String known) {
        remembered().location = known;
    }

    /** Ends the call: the attempt returned something that is accepted. */
    public void succeeded(@Nullable Object result) {
        if (policy.enabled()) {
            deposit();
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
            remembered().failed(thrown);
            StopReason ending = innerReason(thrown);
            boolean outOfTime = isOutOfTime(thrown, ending);
            Verdict verdict = known != null ? known : verdict(thrown, ending, outOfTime);
            // After the verdict: a classifier may take its time.
            return decide(history.last(), null, situation(ending, outOfTime), verdict);
        } catch (Throwable broken) {
            remembered().startOver(thrown);
            count(Outcome.NOT_RETRYABLE);
            return NextStep.stop(StopReason.NOT_RETRYABLE);
        }
    }

    /** Decides what follows an attempt whose result calls for a retry, and ends the call if nothing does. */
    public NextStep rejected(@Nullable Object result) {
        remembered().returned();
        return decide(null, result, situation(null, false), Verdict.retry(RetryCause.RESULT));
    }

    /** Ends the call: the attempt failed in a way that no retry can fix, or at the end of the call. */
    public NextStep failedForGood(Throwable thrown) {
        return isOutOfTime(thrown, null) ? failed(thrown) : gaveUp(thrown, StopReason.NOT_RETRYABLE);
    }

    /** Ends the call: the attempt failed, and something else decided that none follows. */
    NextStep gaveUp(Throwable thrown, StopReason stop) {
        recorded(Verdict.notRetryable());
        return ended(thrown, NextStep.stop(stop));
    }

    private NextStep ended(Throwable thrown, NextStep end) {
        remembered().failed(thrown);
        return decided(history.last(), null, end);
    }

    /** Ends the call before its first attempt: the deadline of the enclosing call or request has passed. */
    public NextStep deadlinePassed() {
        attempt = 0;
        TimeoutException failure =
                new TimeoutException("The deadline of the enclosing call or request passed before the first attempt");
        return ended(failure, NextStep.tooLate(Duration.ZERO, clock().leftByCaller()));
    }

    /** Ends the call: something unforeseen was thrown. Returns the failure for the caller. */
    public Throwable broke(Throwable failure) {
        failedForGood(failure);
        return failure(failure);
    }

    /** Ends the call: an interrupt has cut its delay short. */
    NextStep interrupted(InterruptedException interruption) {
        history.attachToLast(interruption);
        return stop(StopReason.ABORTED);
    }

    /** Records a delay that has passed, fully or until it was cut short. */
    public void waitedSince(long start) {
        record.waitedSince(start, time());
        attemptStartsNow();
    }

    private void attemptStartsNow() {
        AttemptHistory past = remembered();
        past.attemptStart = clock().nanoTimeOr(past.attemptStart);
    }

    /**
     * Records a delay after which the call may have been in a queue, such as a message behind other messages. The time
     * beyond the delay is not part of the call: neither a delay, nor counted towards {@code max-elapsed}.
     */
    public void waitedSince(long start, Duration delay) {
        long beyond = clock().nanoTimeOr(start) - start - TimeUnit.NANOSECONDS.convert(delay);
        long queued = Math.max(0, beyond);
        clock().queuedFor(queued);
        waitedSince(start + queued);
    }

    /** Starts the next attempt, unless the decision before the delay no longer holds. */
    NextStep resume() {
        NextStep end = Decider.afterDelay(rules, policy, situation(null, false));
        if (end != null) {
            return decided(history.last(), null, end);
        }
        attempt++;
        attemptStartsNow();
        forgetInner();
        record.retried(history.cause);
        return NextStep.NOW;
    }

    /** Ends the call between two attempts. */
    public NextStep stop(StopReason reason) {
        return decided(history.last(), null, NextStep.stop(reason));
    }

    /** Ends the call before an attempt, because of what is known of the last one, which another process has made. */
    NextStep stop(StopReason reason, @Nullable Throwable last) {
        return last == null ? stop(reason) : ended(last, NextStep.stop(reason));
    }

    /** The failure for the caller: this one, with the earlier ones suppressed. */
    public Throwable failure(Throwable thrown) {
        return history.attachEarlierTo(CauseChain.forCaller(thrown));
    }

    /** The failure for the caller after the last attempt; {@code null} if that returned a result. */
    public @Nullable Throwable failure() {
        return history.last() == null ? null : failure(history.last());
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
        return history.last() == null ? failure(broken) : history.attachLastTo(broken);
    }

    /**
     * Continues a call whose attempts so far were made by calls before this one.
     *
     * @param previousDelay the delay before the last of them, in nanoseconds
     */
    void continueAfter(int attempts, long previousDelay, RetryCause cause, boolean free) {
        attempt = attempts;
        AttemptHistory past = remembered();
        past.previousDelay = previousDelay;
        past.cause = cause;
        past.free = free;
    }

    /** Starts the first attempt of a call that was stored before it. */
    void startFirst() {
        attempt = 1;
        attemptStartsNow();
    }

    /** Counts the attempts of earlier calls for the same item in the number of the attempt. */
    void precededBy(int attempts) {
        remembered().precedingAttempts = attempts;
    }

    /** Records that the attempts of earlier calls were followed by one more. */
    void follows() {
        AttemptHistory past = remembered();
        past.precedingAttempts++;
        record.retried(past.cause);
    }

    /** Records the end of an attempt whose outcome is not yet decided on. */
    void attemptEnded() {
        AttemptHistory past = remembered();
        past.attemptEnd = clock().nanoTimeOr(past.attemptEnd);
    }

    long attemptEnd() {
        return history.attemptEnd;
    }

    long previousDelay() {
        return history.previousDelay;
    }

    /** How much longer to wait for a retry that another library makes. */
    Duration stillToWait(Duration asked) {
        return asked.isZero() ? asked : rules.stillToWait(asked, clock().since(history.attemptEnd));
    }

    /** The verdict on a failure, unless the time or a call inside decides. */
    Verdict verdict(Throwable thrown) {
        StopReason ending = innerReason(thrown);
        return verdict(thrown, ending, isOutOfTime(thrown, ending));
    }

    private Verdict verdict(Throwable thrown, @Nullable StopReason ending, boolean outOfTime) {
        if (outOfTime) {
            return Verdict.retry(RetryCause.TIMEOUT);
        }
        StopReason end = rules.endedBy(ending);
        if (end != null) {
            return end == StopReason.OVERLOADED ? Verdict.overloaded() : Verdict.notRetryable();
        }
        Verdict judged = SafeClassifier.classify(policy, thrown);
        reportThrottled(thrown, judged);
        return judged;
    }

    /** Reports a throttled response to the lane of the call, whether or not the attempt is followed by another. */
    private void reportThrottled(Throwable thrown, Verdict judged) {
        Duration hint = isPaced() ? SafeClassifier.throttled(policy, thrown, judged) : null;
        if (hint != null) {
            policy.lane().throttled(time().nanoTime(), history.attemptStart, hint);
        }
    }

    /**
     * Whether the failure says that the attempt has reached the end of the call.
     *
     * @param ending why a call inside ended with the failure; {@code null} if none did
     */
    private boolean isOutOfTime(Throwable thrown, @Nullable StopReason ending) {
        return clock().wasReached(thrown) || (ending == StopReason.ELAPSED || wasCut(thrown)) && isOver();
    }

    /** Whether no time is left for the call. */
    private boolean isOver() {
        return policy.enabled() && remaining().filter(Duration::isZero).isPresent();
    }

    /** Whether a client library has cut the attempt at the end of what was left of its time. */
    private static boolean wasCut(Throwable thrown) {
        return CauseChain.any(thrown, DeadlineReachedException.class::isInstance);
    }

    /** Whether neither a delay nor the budget could make a retry possible. */
    boolean isFinal(Throwable thrown, Verdict verdict) {
        StopReason ending = innerReason(thrown);
        return Decider.end(rules, policy, situation(ending, isOutOfTime(thrown, ending)), verdict) != null;
    }

    /** Records the call at its budget, before its first attempt. */
    void begun() {
        if (policy.enabled()) {
            try {
                policy.budget().recordCall(start);
            } catch (Throwable broken) {
                budgetBroke(broken);
            }
        }
    }

    private void deposit() {
        try {
            policy.budget().recordSuccess();
            if (history.paid == Withdrawal.GRANTED) {
                policy.budget().refund();
            }
        } catch (Throwable broken) {
            budgetBroke(broken);
        }
    }

    // A broken budget grants nothing: its purpose is to prevent storms.
    private Withdrawal tryWithdraw() {
        try {
            return policy.budget().tryWithdraw(time().nanoTime());
        } catch (Throwable broken) {
            budgetBroke(broken);
            return Withdrawal.DENIED;
        }
    }

    private void budgetBroke(Throwable broken) {
        BUDGET_FAILED.with(policy.name()).log(logger, broken);
    }

    /** The name of the budget of a policy, to explain why there is no retry; that of the policy if it is broken. */
    public static String budgetName(BackoffPolicy policy) {
        try {
            return policy.budget().name();
        } catch (Throwable broken) {
            return policy.name();
        }
    }

    /** Takes a token from the budget. */
    boolean withdraw() {
        Withdrawal charged = tryWithdraw();
        remembered().paid = charged;
        return charged.granted();
    }

    /** Whether the attempt that is due takes nothing from the budget, or cannot be made. */
    boolean isUnpaid() {
        return attempt == 0
                || history.free
                || !policy.enabled()
                || isLast()
                || Decider.afterDelay(rules, policy, situation(null, false)) != null;
    }

    /** The delay before the attempt that is due, drawn again. */
    Duration delayAgain() {
        return Duration.ofNanos(draw(attempt + 1, history.cause));
    }

    RetryCause cause() {
        return history.cause;
    }

    boolean isFree() {
        return history.free;
    }

    boolean hasEnded() {
        return ended != 0;
    }

    private Situation situation(@Nullable StopReason ending, boolean outOfTime) {
        return new Situation(
                number(),
                place.oneAttempt(),
                engine.shutdown().underWay(),
                outOfTime,
                place.isRollbackOnly(),
                ending,
                // A call that is only counted does not depend on the clock, which may be broken.
                rules == Rules.OBSERVED ? Duration.ZERO : clock().elapsed(),
                rules == Rules.ADOPTED ? clock().since(history.attemptEnd) : Duration.ZERO,
                clock().callerWaits());
    }

    private NextStep decide(@Nullable Throwable failure, @Nullable Object result, Situation now, Verdict verdict) {
        NextStep step = Decider.after(
                rules,
                policy,
                now,
                verdict,
                judged -> delayBefore(attempt + 1, judged.cause(), judged.hint()),
                this::tryWithdraw);
        history.paid = step.charged();
        if (step.retry()) {
            history.cause = verdict.cause();
            history.free = verdict.free();
        }
        // No setting would have made a retry of these possible.
        boolean impossible = step == NextStep.ROLLBACK_ONLY || step.leftByCaller() != null;
        recorded(impossible ? Verdict.notRetryable() : verdict);
        return decided(failure, result, step);
    }

    private void recorded(Verdict verdict) {
        record.failed(
                this,
                place.oneAttempt() ? Verdict.notRetryable() : verdict,
                clock().nanoTimeOr(history.attemptStart) - history.attemptStart);
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
                BudgetExhaustedException.explain(failure, budgetName(policy), history.paid);
            }
            propagate(failure, stop);
        }
    }

    /** Reports the end to the outer scope. An outer call whose attempt has run out of time may make another. */
    private void propagate(Throwable failure, StopReason stop) {
        if (rules.visible() && (stop != StopReason.ELAPSED || !clock().endsWithOuterAttempt())) {
            place.propagate(failure, stop, innerReason(failure), isPermanent());
        }
    }

    /** Whether the callee said that a retry is pointless. */
    private boolean isPermanent() {
        Throwable thrown = history.thrown();
        return thrown != null && CauseChain.any(thrown, PermanentException.class::isInstance);
    }

    /**
     * Counts the end of the call, once: callers cancel the calls of other libraries on threads of their own. The count
     * comes first, since the rest may need more stack than is left.
     */
    void count(Outcome outcome) {
        if (ENDED.compareAndSet(this, 0, 1)) {
            try {
                record.counted(outcome);
            } catch (Throwable full) {
                // The driver counts again, where the stack has room.
                ended = 0;
                throw full;
            }
            record.ended(outcome, attempt);
        }
    }

    @Override
    public int number() {
        return history.precedingAttempts + attempt;
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
        return clock().elapsed();
    }

    @Override
    public Optional<Duration> remaining() {
        return rules.limitCalls()
                ? clock().left()
                : Optional.ofNullable(clock().leftByCaller()).map(TimeLeft::duration);
    }

    @Override
    public Optional<Throwable> lastFailure() {
        return Optional.ofNullable(history.last());
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
        return switch (rules) {
            case GUARDED -> clock().timeLeft();
            // It has no caller, so its attempts may finish.
            case STORED -> null;
            case ADOPTED, OBSERVED -> clock().leftByCaller();
        };
    }

    @Override
    public void markTerminal(Throwable failure, StopReason reason) {
        if (rules.visible()) {
            remember(failure, reason);
        } else if (place.outer() != null) {
            place.outer().markTerminal(failure, reason);
        }
    }

    private synchronized void forgetInner() {
        inner = null;
    }

    private synchronized void remember(Throwable failure, StopReason reason) {
        TerminalFailures known = inner;
        inner = (known == null ? TerminalFailures.NONE : known).and(failure, reason);
    }

    @Override
    public @Nullable StopReason terminalReason(Throwable failure) {
        return rules.endedBy(innerReason(failure));
    }

    /** Why an inner call ended with this failure or one of its causes; {@code null} if none did. */
    private @Nullable StopReason innerReason(Throwable failure) {
        TerminalFailures known = inner;
        return known == null ? null : known.reason(failure);
    }

    int attempt() {
        return attempt;
    }

    long start() {
        return start;
    }

    /** Where the log says that the call took place; {@code null} if it has no name. */
    @Nullable
    String location() {
        return history.location;
    }
}
