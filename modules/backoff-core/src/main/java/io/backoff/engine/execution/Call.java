package io.backoff.engine.execution;

import io.backoff.budget.Withdrawal;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.BudgetExhaustedException;
import io.backoff.engine.CallerContext;
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
import io.backoff.pace.Lane;
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
 * One call: its elapsed and remaining time, its {@link CallPlace} among nested calls, its {@link CallRecord}, and the
 * outcomes of its attempts. A call is also the scope of its first attempt. Other classes, such as
 * {@link BlockingRunner}, make the attempts and wait. The call updates its own state, and asks the {@link Decider} for
 * the next step. One thread at a time uses a call, except that another thread may cancel it.
 */
public final class Call implements CurrentAttempt, RetryScope {

    // The random extension of a Retry-After delay leaves this much time before the deadline, because timers fire late
    // and the attempt must still start in time.
    private static final Duration TIMER_DELAY = Duration.ofMillis(10);

    private static final Logger logger = System.getLogger(Call.class.getName());

    private static final LogMessage BUDGET_FAILED = LogMessage.warning("The budget of policy '%s' failed");

    private static final AtomicIntegerFieldUpdater<Call> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(Call.class, "ended");

    private final BackoffPolicy policy;
    private final Rules rules;
    private final CallPlace place;
    private final CallRecord record;
    private final long start;
    // Time spent in queues, in nanoseconds. This time is not part of the call's elapsed time.
    private long queued;
    private int attempt = 1;
    private AttemptHistory history = AttemptHistory.NONE;
    // The limit of the current attempt; null if it has none.
    private @Nullable AttemptLimit attemptLimit;
    // What inner calls have reported during the current attempt; null if nothing. The field is volatile, because inner
    // calls may end on several threads.
    private volatile @Nullable InnerFailures inner;
    private volatile int ended;

    /**
     * Begins a call.
     *
     * @param record records the call, and knows its engine
     * @param parent the parent scope; {@code null} if there is none
     * @param start when the call begins
     */
    Call(BackoffPolicy policy, Rules rules, CallRecord record, @Nullable RetryScope parent, long start) {
        this.policy = policy;
        this.rules = rules;
        this.record = record;
        this.start = start;
        this.place = CallPlace.of(policy, rules, record.engine(), parent);
    }

    private Engine engine() {
        return record.engine();
    }

    /** Returns the history for writing. */
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
        return engine().time();
    }

    /**
     * Decides on the first attempt: whether it may start before the deadline, and after which delay. The delay is zero
     * unless the policy waits first.
     */
    public NextStep first() {
        Duration delay = initialDelay();
        return isBeforeDeadline(delay) ? NextStep.again(delay) : deadlinePassed();
    }

    /** The delay before attempt 1, at most {@code max-elapsed}: the call's own deadline must not prevent attempt 1. */
    private Duration initialDelay() {
        if (!policy.waitFirst() || !policy.enabled()) {
            return Duration.ZERO;
        }
        Duration delay = delayBefore(1, RetryCause.OTHER, null);
        return policy.limits().permits(delay, elapsed())
                ? delay
                : policy.limits().maxElapsed();
    }

    /**
     * Draws the delay before an attempt, and extends it to the Retry-After delay, if any.
     *
     * @param cause the cause of the attempt
     */
    private Duration delayBefore(int next, RetryCause cause, @Nullable Duration retryAfter) {
        AttemptHistory past = remembered();
        past.previousDelay = draw(next, cause);
        Duration longest = retryAfter == null
                ? Delays.UNLIMITED
                : left().map(left -> left.minus(TIMER_DELAY)).orElse(Delays.UNLIMITED);
        return policy.delays().extended(past.previousDelay, retryAfter, longest, time().random());
    }

    /** Draws the delay before an attempt, in nanoseconds. */
    private long draw(int next, RetryCause cause) {
        return policy.delays().after(cause).nanos(policy.ordinal(next), history.previousDelay, time().random());
    }

    /** Decides after the delay whether the attempt may still start. */
    public NextStep proceed() {
        if (hasAttempted()) {
            return resume();
        }
        return isBeforeDeadline() ? NextStep.NOW : deadlinePassed();
    }

    /**
     * Requests the turn of the next attempt, after its delay. The attempt may begin immediately unless the callee
     * throttles. Once the turn is no longer {@code WAITING}, continue with {@link #proceed} or {@link #late}.
     */
    public Turn turn() {
        return turn(Long.MAX_VALUE);
    }

    /**
     * Requests the turn of the next attempt. The turn is {@code LATE} if it would come after more than {@code longest}
     * nanoseconds.
     */
    Turn turn(long longest) {
        if (!isPaced() || isStopping()) {
            return Turn.NOW;
        }
        // A call without a history has neither waited nor made an attempt, so the clock need not be read.
        long now = history == AttemptHistory.NONE ? start : time().nanoTime();
        boolean stored = rules == Rules.STORED;
        // A stored call makes its first attempt however late it is.
        long left = Math.min(stored && attempt == 0 ? Long.MAX_VALUE : nanosLeft(now), longest);
        // The budget may still deny the attempt of a stored call.
        return stored
                ? policy.lane().beginTentatively(now, left)
                : policy.lane().begin(now, left);
    }

    /** Whether attempts may have to wait for their turn, because the policy has a pace. */
    public boolean isPaced() {
        return policy.lane().pace().isOn() && policy.enabled() && rules.paced();
    }

    /**
     * The time from {@code now} during which the call may still begin attempts, in nanoseconds; {@link Long#MAX_VALUE}
     * is unbounded. Unlike {@link #left}, this method applies {@code max-elapsed} even if the call inherits its
     * caller's deadline.
     */
    private long nanosLeft(long now) {
        Duration elapsed = elapsedAt(now);
        Duration limit = policy.limits().maxElapsed();
        long byPolicy = limit.isZero() ? Long.MAX_VALUE : Math.max(0, nanos(limit) - nanos(elapsed));
        TimeLeft byCaller = leftByCaller(elapsed);
        return byCaller == null ? byPolicy : Math.min(byPolicy, nanos(byCaller.duration()));
    }

    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    /** The context of the current thread, for an attempt on another thread. */
    CallerContext.Snapshot captureContext() {
        return engine().context().capture();
    }

    /** Whether the application is stopping, so that no attempt waits for its turn. */
    public boolean isStopping() {
        return engine().shutdown().underWay();
    }

    /** Records the wait for a turn that has come or was cancelled. */
    public void waitedForTurn(long start) {
        attemptStartsNow();
        long nanos = history.attemptStart - start;
        SafeMeters.record(() -> policy.lane().pace().waited(nanos));
    }

    /** Ends the call: the turn of its next attempt would come after the deadline. */
    public NextStep late() {
        NextStep end = Decider.outOfTurn(situation(null, false));
        if (hasAttempted()) {
            return decided(history.last(), null, end);
        }
        attempt = 0;
        return ended(
                new PacedException("The callee throttles the calls of policy '" + policy.name()
                        + "': this call would have waited past its deadline, so it made no attempt"),
                end);
    }

    /**
     * Whether the call is still before the deadline that it inherits from its caller; {@code true} if it inherits none,
     * or if the policy is disabled.
     */
    boolean isBeforeDeadline() {
        return isBeforeDeadline(Duration.ZERO);
    }

    private boolean isBeforeDeadline(Duration delay) {
        TimeLeft left = policy.enabled() ? leftByCaller() : null;
        return left == null || delay.compareTo(left.duration()) < 0;
    }

    /**
     * Limits the attempt that starts now to {@code attempt-timeout} and to the remaining time of the call.
     *
     * @return {@code null} if the attempt has no limit
     */
    public @Nullable AttemptLimit limitAttempt() {
        if (rules == Rules.OBSERVED) {
            return null;
        }
        Duration elapsed = elapsedAt(nanoTimeOr(start + queued));
        TimeLeft byCaller = policy.enabled() ? leftByCaller(elapsed) : null;
        attemptLimit = rules == Rules.ADOPTED
                ? AttemptLimit.ofCaller(elapsed, byCaller)
                : AttemptLimit.of(policy, elapsed, byCaller);
        return attemptLimit;
    }

    /**
     * Sets and returns the next limit of an attempt that may continue although {@code max-elapsed} has passed:
     * {@code attempt-timeout} or the caller's deadline, whichever is earlier.
     *
     * @param reached the limit that the attempt has reached
     * @return {@code null} if there is no further limit
     */
    public @Nullable AttemptLimit limitBeyond(AttemptLimit reached) {
        Duration elapsed = elapsed();
        attemptLimit = reached.next(elapsed, leftByScope(elapsed));
        return attemptLimit;
    }

    /**
     * Sets where the call takes place, for the log.
     *
     * @param known the place, for example the queue of a message; {@code null} if the call has none
     */
    public void at(@Nullable String known) {
        remembered().location = known;
    }

    /** Ends the call: the attempt succeeded. */
    public void succeeded(@Nullable Object result) {
        if (policy.enabled()) {
            deposit();
        }
        record.succeeded(this, result);
        count(attempt == 1 ? Outcome.SUCCESS : Outcome.RECOVERED);
    }

    /** Decides what follows an attempt that returned: success, or a retry if its result requests one. */
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
     * Decides what follows an attempt that threw. Ends the call if no attempt follows, or if the decision itself fails.
     */
    public NextStep failed(Throwable thrown) {
        return failedAs(thrown, null);
    }

    /**
     * Decides what follows an attempt that threw.
     *
     * @param known the verdict on the failure; {@code null} to classify it
     */
    NextStep failedAs(Throwable thrown, @Nullable Verdict known) {
        return after(thrown, known, true);
    }

    /**
     * Decides what follows the last attempt of an earlier call that this call continues. A throttled response is not
     * reported again, because the earlier call has already reported it.
     */
    NextStep failedEarlier(Throwable thrown) {
        return after(thrown, null, false);
    }

    private NextStep after(Throwable thrown, @Nullable Verdict known, boolean reports) {
        try {
            remembered().failed(thrown);
            StopReason ending = innerReason(thrown);
            boolean outOfTime = isOutOfTime(thrown, ending);
            Verdict verdict = known != null ? known : verdict(thrown, ending, outOfTime, reports);
            // The time is read after the verdict, because a classifier may be slow.
            return decide(history.last(), null, situation(ending, outOfTime), verdict);
        } catch (Throwable broken) {
            remembered().startOver(thrown);
            count(Outcome.NOT_RETRYABLE);
            return NextStep.stop(StopReason.NOT_RETRYABLE);
        }
    }

    /** Decides what follows an attempt whose result requests a retry. Ends the call if no attempt follows. */
    public NextStep rejected(@Nullable Object result) {
        remembered().returned();
        return decide(null, result, situation(null, false), Verdict.retry(RetryCause.RESULT));
    }

    /** Ends the call: the failure is not retryable, or the deadline has passed. */
    public NextStep failedForGood(Throwable thrown) {
        return isOutOfTime(thrown, null) ? failed(thrown) : gaveUp(thrown, StopReason.NOT_RETRYABLE);
    }

    /** Ends the call: the attempt failed, and other code decided against another attempt. */
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
        return ended(failure, NextStep.tooLate(Duration.ZERO, leftByCaller()));
    }

    /** Ends the call after an unexpected exception. Returns the failure for the caller. */
    public Throwable broke(Throwable failure) {
        failedForGood(failure);
        return failure(failure);
    }

    /** Ends the call: an interrupt has ended the wait before an attempt. */
    NextStep interrupted(InterruptedException interruption) {
        attach(interruption);
        return abort();
    }

    /** Adds an interruption to the failure of the last attempt, if it failed. */
    void attach(InterruptedException interruption) {
        history.attachToLast(interruption);
    }

    /** Records that the delay before the next attempt begins. */
    void delayBegins() {
        remembered().waitStart = time().nanoTime();
    }

    /** Records the delay since {@link #delayBegins} or {@link #attemptEnded}, which has passed fully or in part. */
    void waited() {
        waitedSince(history.waitStart);
    }

    /** Records a delay that has passed, fully or in part. */
    public void waitedSince(long start) {
        record.waitedSince(start, time());
        attemptStartsNow();
    }

    private void attemptStartsNow() {
        AttemptHistory past = remembered();
        past.attemptStart = nanoTimeOr(past.attemptStart);
    }

    /**
     * Records a delay after which the call may have waited in a queue, for example behind other messages. Queueing time
     * is not part of the delay and does not count towards {@code max-elapsed}.
     */
    public void waitedSince(long start, Duration delay) {
        long beyond = Math.max(0, nanoTimeOr(start) - start - nanos(delay));
        queued += beyond;
        waitedSince(start + beyond);
    }

    /**
     * Records that a subscriber has subscribed to a lazy result. The time between the return of the result and the
     * subscription does not count towards the call's elapsed time. The attempt begins at the subscription.
     */
    void subscribed() {
        long returned = remembered().waitStart;
        queued += nanoTimeOr(returned) - returned;
        attemptStartsNow();
    }

    /** Starts the next attempt, or ends the call if the deadline has passed or the application is stopping. */
    NextStep resume() {
        NextStep end = Decider.afterDelay(rules, policy, situation(null, false));
        if (end != null) {
            return decided(history.last(), null, end);
        }
        attempt++;
        attemptStartsNow();
        history.scope = new AttemptScope(this);
        forgetInner();
        record.retried(history.cause);
        return NextStep.NOW;
    }

    /** Ends the call for a reason other than a new failure. */
    public NextStep stop(StopReason reason) {
        return decided(history.last(), null, NextStep.stop(reason));
    }

    /** Ends the call between attempts, or before the first one: its result is no longer wanted. */
    public NextStep abort() {
        if (!hasAttempted()) {
            attempt = 0;
        }
        return stop(StopReason.ABORTED);
    }

    /**
     * Ends the call before an attempt. {@code last} is the failure of the previous attempt, which another process may
     * have made; {@code null} if unknown.
     */
    NextStep stop(StopReason reason, @Nullable Throwable last) {
        return last == null ? stop(reason) : ended(last, NextStep.stop(reason));
    }

    /** Returns the failure for the caller, with the earlier failures suppressed in it. */
    public Throwable failure(Throwable thrown) {
        return history.attachEarlierTo(CauseChain.forCaller(thrown));
    }

    /** Returns the failure for the caller after the last attempt; {@code null} if that attempt returned a result. */
    public @Nullable Throwable failure() {
        return history.last() == null ? null : failure(history.last());
    }

    /**
     * Returns the fallback of a call that has given up; {@code null} if the caller gets the failure or the last result.
     */
    public <T extends @Nullable Object> @Nullable Fallback<T> fallback(Operation<T> operation, NextStep end) {
        StopReason stop = end.stop();
        return stop == null || end == NextStep.BROKEN ? null : operation.fallbackAfter(stop, policy);
    }

    /** The scope of the current attempt. */
    public RetryScope scope() {
        AttemptScope retry = history.scope;
        return retry == null ? this : retry;
    }

    /** The scope of the fallback, which is limited by the caller's deadline alone. */
    public FallbackScope forFallback() {
        return new FallbackScope(this);
    }

    /**
     * Returns the failure for the caller if the fallback failed too: the fallback's failure, with the call's failure
     * suppressed in it.
     */
    public Throwable fallbackFailed(Throwable broken) {
        return history.last() == null ? failure(broken) : history.attachLastTo(broken);
    }

    /**
     * Continues a stored call after the attempts that it has made so far.
     *
     * @param previousDelay the delay that was drawn last, in nanoseconds; 0 if none was drawn
     */
    void continueAfter(int attempts, long previousDelay, RetryCause cause, boolean free) {
        attempt = attempts;
        AttemptHistory past = remembered();
        past.previousDelay = previousDelay;
        past.cause = cause;
        past.free = free;
    }

    /** Starts the first attempt of a stored call. */
    void startFirst() {
        attempt = 1;
        attemptStartsNow();
    }

    /** Adds the attempts of earlier calls, which this call continues, to the attempt number. */
    void precededBy(int attempts) {
        remembered().precedingAttempts = attempts;
    }

    /** Records the first attempt of this call as a retry, because this call continues earlier calls. */
    void follows() {
        AttemptHistory past = remembered();
        past.precedingAttempts++;
        record.retried(past.cause);
    }

    /** Records the end of an attempt, after which a wait begins. The decision on the next attempt comes later. */
    void attemptEnded() {
        AttemptHistory past = remembered();
        past.waitStart = nanoTimeOr(past.waitStart);
    }

    long previousDelay() {
        return history.previousDelay;
    }

    private Duration sinceWaitStart() {
        return Duration.ofNanos(time().nanoTime() - history.waitStart);
    }

    /** Returns the remaining delay before a retry that another library makes. */
    Duration stillToWait(Duration asked) {
        return asked.isZero() ? asked : rules.stillToWait(asked, sinceWaitStart());
    }

    /**
     * Returns the verdict on a failure. A passed deadline or the end of an inner call takes precedence over the
     * classifier.
     */
    Verdict verdict(Throwable thrown) {
        StopReason ending = innerReason(thrown);
        return verdict(thrown, ending, isOutOfTime(thrown, ending), true);
    }

    private Verdict verdict(Throwable thrown, @Nullable StopReason ending, boolean outOfTime, boolean reports) {
        if (outOfTime) {
            return Verdict.retry(RetryCause.TIMEOUT);
        }
        StopReason end = rules.endedBy(ending);
        if (end != null) {
            return end == StopReason.OVERLOADED ? Verdict.overloaded() : Verdict.notRetryable();
        }
        Verdict judged = SafeClassifier.classify(policy, thrown);
        if (reports) {
            reportThrottled(thrown, judged);
        }
        return judged;
    }

    /**
     * Reports the failure to the pace of the policy if the callee throttled the attempt. Call this method before
     * {@link #failedForGood}, which does not report the failure. {@link #failed} does so itself.
     */
    public void reportThrottled(Throwable thrown) {
        if (isPaced()) {
            reportThrottled(thrown, SafeClassifier.classify(policy, thrown));
        }
    }

    /**
     * Reports a throttled response to the lane of the call, whether or not another attempt follows, unless an inner
     * call has reported it.
     */
    private void reportThrottled(Throwable thrown, Verdict judged) {
        Duration retryAfter = isPaced() ? SafeClassifier.throttled(policy, thrown, judged) : null;
        if (retryAfter == null || isReported(thrown)) {
            return;
        }
        policy.lane().throttled(time().nanoTime(), history.attemptStart, retryAfter);
        if (place.parent() != null) {
            place.parent().markThrottled(policy.lane(), CauseChain.unwrap(CauseChain.forCaller(thrown)));
        }
    }

    private boolean isReported(Throwable thrown) {
        InnerFailures known = inner;
        Throwable reported = known == null ? null : known.throttled;
        return reported != null && CauseChain.any(thrown, cause -> cause == reported);
    }

    /**
     * Whether the failure shows that the attempt has reached the deadline of the call.
     *
     * @param ending why an inner call ended with the failure; {@code null} if none did
     */
    private boolean isOutOfTime(Throwable thrown, @Nullable StopReason ending) {
        boolean reached = attemptLimit != null && attemptLimit.endsCall(thrown);
        return reached || (ending == StopReason.ELAPSED || wasCut(thrown)) && isOver();
    }

    /** Whether no time is left for the call. */
    private boolean isOver() {
        return remaining().filter(Duration::isZero).isPresent();
    }

    /** Whether a client library has cut off the attempt at the deadline. */
    private static boolean wasCut(Throwable thrown) {
        return CauseChain.any(thrown, DeadlineReachedException.class::isInstance);
    }

    /** Whether no retry is possible, whatever the delay and the budget. */
    boolean isFinal(Throwable thrown, Verdict verdict) {
        StopReason ending = innerReason(thrown);
        return Decider.end(rules, policy, situation(ending, isOutOfTime(thrown, ending)), verdict) != null;
    }

    /** Records the call in its budget, before its first attempt. */
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

    // A budget that throws denies all retries, because its purpose is to prevent retry storms.
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

    /** The name of the budget, to explain a denial; if the budget throws an exception, the name of the policy. */
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

    /** Whether the next attempt takes nothing from the budget, or cannot be made. */
    boolean isUnpaid() {
        return attempt == 0 || history.free || !policy.enabled() || isSpent();
    }

    /** Whether the attempts or the time of the call are used up. */
    boolean isSpent() {
        return attempt > 0 && (isLast() || Decider.afterDelay(rules, policy, situation(null, false)) != null);
    }

    /** Draws a new delay before the next attempt. */
    Duration delayAgain() {
        return Duration.ofNanos(draw(attempt + 1, history.cause));
    }

    RetryCause cause() {
        return history.cause;
    }

    boolean isFree() {
        return history.free;
    }

    /** Whether at least one attempt has ended since the call began or was resumed. */
    boolean hasAttempted() {
        return history.attempted();
    }

    boolean hasEnded() {
        return ended != 0;
    }

    private Situation situation(@Nullable StopReason ending, boolean outOfTime) {
        return new Situation(
                number(),
                place.oneAttempt(),
                engine().shutdown().underWay(),
                outOfTime,
                place.isRollbackOnly(),
                ending,
                // An observed call must not depend on the clock, which may be broken.
                rules == Rules.OBSERVED ? Duration.ZERO : elapsed(),
                rules == Rules.ADOPTED ? sinceWaitStart() : Duration.ZERO,
                leftByCaller(Duration.ZERO));
    }

    private NextStep decide(@Nullable Throwable failure, @Nullable Object result, Situation now, Verdict verdict) {
        NextStep step = Decider.after(
                rules,
                policy,
                now,
                verdict,
                judged -> delayBefore(attempt + 1, judged.cause(), judged.retryAfter()),
                this::tryWithdraw);
        history.paid = step.charged();
        if (step.retry()) {
            history.cause = verdict.cause();
            history.free = verdict.free();
        }
        // Whether no policy could have permitted a retry, because the transaction is rollback-only or the caller's
        // deadline is too near.
        boolean impossible = step == NextStep.ROLLBACK_ONLY || step.leftByCaller() != null;
        recorded(impossible ? Verdict.notRetryable() : verdict);
        return decided(failure, result, step);
    }

    private void recorded(Verdict verdict) {
        record.failed(
                this,
                place.oneAttempt() ? Verdict.notRetryable() : verdict,
                nanoTimeOr(history.attemptStart) - history.attemptStart);
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

    /**
     * Reports the end to the parent scope. If the call ended because the time of the parent's current attempt has
     * passed, reports nothing, because the parent may make another attempt.
     */
    private void propagate(Throwable failure, StopReason stop) {
        if (rules.visible() && (stop != StopReason.ELAPSED || !place.endsWithParentAttempt())) {
            place.propagate(failure, stop, innerReason(failure), history.permanent());
        }
    }

    /**
     * Counts the end of the call exactly once, even if a caller cancels the call on another thread. Counting precedes
     * all other work, because that work might overflow the stack.
     */
    void count(Outcome outcome) {
        if (ENDED.compareAndSet(this, 0, 1)) {
            try {
                record.counted(outcome);
            } catch (Throwable full) {
                // The code that makes the attempts will try again to count the call, in a shallower stack frame.
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
        return elapsedAt(time().nanoTime());
    }

    private Duration elapsedAt(long now) {
        return Duration.ofNanos(now - start - queued);
    }

    /** Reads the time; returns the given time if the clock is broken or the stack is full. */
    private long nanoTimeOr(long otherwise) {
        try {
            return time().nanoTime();
        } catch (Throwable broken) {
            return otherwise;
        }
    }

    @Override
    public Optional<Duration> remaining() {
        // A disabled policy neither sets nor inherits a deadline.
        if (!policy.enabled()) {
            return Optional.empty();
        }
        return rules.limitCalls() ? left() : Optional.ofNullable(leftByCaller()).map(TimeLeft::duration);
    }

    private Optional<Duration> left() {
        TimeLeft byCaller = leftByCaller();
        return byCaller == null ? policy.limits().remaining(elapsed()) : Optional.of(byCaller.duration());
    }

    /**
     * The remaining time of the parent scope; {@code null} if it is unbounded, or if the call's own deadline is
     * earlier.
     */
    private @Nullable TimeLeft leftByCaller() {
        return place.inheritsDeadline() ? leftByCaller(elapsed()) : null;
    }

    private @Nullable TimeLeft leftByCaller(Duration elapsed) {
        return place.inheritsDeadline() ? leftByScope(elapsed) : null;
    }

    /** The remaining time of the parent scope, even if the call itself has less; {@code null} is unbounded. */
    @Nullable
    TimeLeft leftByScope() {
        return place.scopeLeft() == null ? null : leftByScope(elapsed());
    }

    // The call's time in queues counts against the time of the parent scope.
    private @Nullable TimeLeft leftByScope(Duration elapsed) {
        TimeLeft atStart = place.scopeLeft();
        return atStart == null ? null : atStart.after(elapsed.plusNanos(queued));
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
                : place.parent() != null && place.parent().isRetrying();
    }

    @Override
    public Optional<RetryInfo> retry() {
        return number() > 1 ? Optional.of(new RetryInfo(number() - 1, maxAttempts())) : place.parentRetry();
    }

    @Override
    public @Nullable TimeLeft timeLeft() {
        return switch (rules) {
            case GUARDED -> timeLeftOfAttempt();
            // No caller waits for a stored call, so its attempts may finish after the deadline.
            case STORED -> null;
            case ADOPTED, OBSERVED -> leftByCaller();
        };
    }

    private @Nullable TimeLeft timeLeftOfAttempt() {
        Duration elapsed = elapsed();
        TimeLeft ofCall = place.inheritsDeadline() ? leftByScope(elapsed) : ownTimeLeft(elapsed);
        return attemptLimit == null ? ofCall : TimeLeft.shorter(ofCall, attemptLimit.left(elapsed));
    }

    // A disabled policy sets no deadline.
    private @Nullable TimeLeft ownTimeLeft(Duration elapsed) {
        Optional<Duration> left = policy.enabled() ? policy.limits().remaining(elapsed) : Optional.empty();
        return left.map(own -> new TimeLeft(own, false)).orElse(null);
    }

    @Override
    public void markTerminal(Throwable failure, StopReason reason) {
        if (rules.visible()) {
            remember(failure, reason);
        } else if (place.parent() != null) {
            place.parent().markTerminal(failure, reason);
        }
    }

    @Override
    public void markThrottled(Lane lane, Throwable failure) {
        if (lane == policy.lane()) {
            rememberThrottled(failure);
        }
        if (place.parent() != null) {
            place.parent().markThrottled(lane, failure);
        }
    }

    private synchronized void forgetInner() {
        inner = null;
    }

    private synchronized void remember(Throwable failure, StopReason reason) {
        InnerFailures known = inner;
        inner = known == null
                ? new InnerFailures(TerminalFailures.NONE.and(failure, reason), null)
                : new InnerFailures(known.terminal.and(failure, reason), known.throttled);
    }

    private synchronized void rememberThrottled(Throwable failure) {
        InnerFailures known = inner;
        inner = new InnerFailures(known == null ? TerminalFailures.NONE : known.terminal, failure);
    }

    @Override
    public @Nullable StopReason terminalReason(Throwable failure) {
        return rules.endedBy(innerReason(failure));
    }

    /** The reason why an inner call has ended with this failure or one of its causes; {@code null} if none has. */
    private @Nullable StopReason innerReason(Throwable failure) {
        InnerFailures known = inner;
        return known == null ? null : known.terminal.reason(failure);
    }

    int attempt() {
        return attempt;
    }

    long start() {
        return start;
    }

    /** Where the call takes place, for the log; {@code null} if unknown. */
    @Nullable
    String location() {
        return history.location;
    }

    /**
     * What inner calls have reported.
     *
     * @param terminal the failures with which they have ended for good
     * @param throttled the last failure that an inner call has reported to the lane of this call; {@code null} if there
     *     is none
     */
    private record InnerFailures(
            TerminalFailures terminal, @Nullable Throwable throttled) {}
}
