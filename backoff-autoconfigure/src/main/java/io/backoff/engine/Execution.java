package io.backoff.engine;

import io.backoff.PermanentException;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Causes;
import io.backoff.policy.Outcome;
import io.backoff.policy.RetryCause;
import io.backoff.policy.StopReason;
import io.backoff.policy.Verdict;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One call: what has happened so far, and the decision what to do next. The only place that decides, whatever carries
 * the call out.
 *
 * <p>Questions are asked from cheap to costly: is it retryable, is an attempt left, is there time, and last the budget,
 * so that no token is spent on a retry that cannot happen.
 *
 * <p>Used by one thread at a time.
 */
public sealed class Execution extends LayeredAttempt permits DurableExecution {

    private static final Logger logger = System.getLogger(Execution.class.getName());

    private final CallRecord calls;

    Execution(Guard guard, BackoffPolicy policy, CallRecord calls, @Nullable Layer outer, long start) {
        super(guard, policy, outer, start);
        this.calls = calls;
    }

    /** Takes up a call that began so many nanoseconds ago. */
    Execution(Guard guard, BackoffPolicy policy, long elapsed, long previousDelay, RetryCause cause) {
        super(guard, policy, null, guard.engine().time().nanoTime() - elapsed);
        this.calls = guard.calls().begin();
        Past past = remembering();
        past.previousDelay = previousDelay;
        past.cause = cause;
    }

    public BackoffPolicy policyInForce() {
        return policy;
    }

    public Duration attemptTimeout() {
        return policy.limits().attemptTimeout();
    }

    public CallerContext.Snapshot captureContext() {
        return guard.engine().context().capture();
    }

    /** Makes this the current attempt of the thread until the scope is closed. */
    public CallerContext.Scope enter() {
        Layer around = LayerScope.current();
        LayerScope.enter(this);
        return () -> LayerScope.restore(around);
    }

    /** The delay before attempt 1; zero unless the policy waits first. Attempt 1 is made in any case, so within time. */
    public Duration initialDelay() {
        if (!policy.waitFirst() || !policy.enabled()) {
            return Duration.ZERO;
        }
        Duration delay = draw(1);
        return fits(delay) ? delay : policy.limits().maxElapsed();
    }

    /** The attempt returned something that is accepted. */
    public void succeeded(@Nullable Object result) {
        if (policy.enabled()) {
            Allowance.succeeded(policy);
        }
        tell(null, result, false, Duration.ZERO, null);
        calls.ended(attempt == 1 ? Outcome.SUCCESS : Outcome.RECOVERED, attempt);
    }

    /** The attempt threw. */
    public Decision failed(Throwable thrown) {
        Throwable failure = Causes.forCaller(thrown);
        remember(failure);
        remembering().permanent = Causes.any(thrown, PermanentException.class::isInstance);
        StopReason settledBelow = whySettled(thrown);
        return settledBelow != null
                ? decided(failure, null, Decision.stop(settledBelow))
                : decided(failure, null, decide(classify(thrown)));
    }

    /** The attempt returned something that calls for a retry. */
    public Decision rejected(@Nullable Object result) {
        remember(null);
        return decided(null, result, decide(Verdict.retry(RetryCause.RESULT)));
    }

    /** The attempt failed in a way that no retry can make good. */
    public Decision failedForGood(Throwable thrown) {
        Throwable failure = Causes.forCaller(thrown);
        remember(failure);
        return decided(failure, null, Decision.stop(StopReason.NOT_RETRYABLE));
    }

    /**
     * The code that judges results threw.
     *
     * @return what the caller gets
     */
    public Throwable broke(Throwable failure) {
        remember(failure);
        decided(failure, null, Decision.stop(StopReason.NOT_RETRYABLE));
        return failure(failure);
    }

    /** The delay was cut short by an interrupt. */
    StopReason interrupted(InterruptedException interruption) {
        Throwable last = last();
        if (last != null) {
            Suppressed.attach(interruption, last);
        }
        return stop(StopReason.ABORTED);
    }

    /** So much of a delay has passed. */
    public void waited(long nanos) {
        calls.waited(nanos);
    }

    /**
     * The delay is over. What was decided before it is checked again: the application may be stopping by now, or the
     * machine may have slept longer than it should.
     *
     * @return {@code null} when the next attempt starts, else why it does not
     */
    public @Nullable StopReason resume() {
        if (isStopping()) {
            return stop(StopReason.ABORTED);
        }
        if (!fits(Duration.ZERO)) {
            return stop(StopReason.ELAPSED);
        }
        attempt++;
        forgetSettled();
        calls.retried(remembering().cause);
        return null;
    }

    /** Ends the call between two attempts. */
    public StopReason stop(StopReason reason) {
        decided(last(), null, Decision.stop(reason));
        return reason;
    }

    /** What the caller gets for this failure: with the earlier ones suppressed. */
    public Throwable failure(Throwable thrown) {
        Throwable failure = Causes.forCaller(thrown);
        Past past = past();
        if (past != null && past.earlier != null) {
            past.earlier.attachTo(failure);
        }
        return failure;
    }

    /**
     * The fallback failed as well.
     *
     * @return what the caller gets: the failure of the fallback, with that of the call suppressed
     */
    public Throwable fallbackFailed(Throwable broken) {
        Throwable last = last();
        if (last != null) {
            Suppressed.attach(last, broken);
        }
        return broken;
    }

    /** What the caller gets after the last attempt; {@code null} when that returned something. */
    public @Nullable Throwable failure() {
        Throwable last = last();
        return last == null ? null : failure(last);
    }

    private Decision decide(Verdict verdict) {
        StopReason stop =
                switch (verdict.kind()) {
                    case NOT_RETRYABLE -> StopReason.NOT_RETRYABLE;
                    // A policy that is off passes nothing on to the layers around it.
                    case OVERLOADED -> policy.enabled() ? StopReason.OVERLOADED : StopReason.NOT_RETRYABLE;
                    case ABORT -> StopReason.ABORTED;
                    case RETRY -> null;
                };
        if (stop != null) {
            return Decision.stop(stop);
        }
        remembering().cause = verdict.cause();
        return withinLimits(verdict.hint());
    }

    private Decision withinLimits(@Nullable Duration hint) {
        if (!policy.enabled()) {
            return Decision.stop(StopReason.NOT_RETRYABLE);
        }
        if (isStopping()) {
            return Decision.stop(StopReason.ABORTED);
        }
        if (isLast()) {
            return Decision.stop(StopReason.EXHAUSTED);
        }
        Duration own = draw(policy.ordinal(attempt + 1));
        Duration delay = hint != null && hint.compareTo(own) > 0 ? hint : own;
        if (!fits(delay)) {
            return Decision.stop(StopReason.ELAPSED);
        }
        return isGranted() ? Decision.again(delay) : Decision.stop(StopReason.BUDGET_DENIED);
    }

    private Duration draw(int wait) {
        Past past = remembering();
        long drawn = policy.delay().nanos(wait, past.previousDelay, time().random());
        past.previousDelay = drawn;
        return Duration.ofNanos(drawn);
    }

    /** Whether an attempt after the delay would start in time. */
    final boolean fits(Duration delay) {
        Duration maxElapsed = policy.limits().maxElapsed();
        return maxElapsed.isZero() || delay.compareTo(maxElapsed.minus(elapsed())) <= 0;
    }

    /** Whether the application stops, so that no retry can be made. */
    boolean isStopping() {
        return guard.engine().shutdown().underWay();
    }

    /** Whether the budget has a retry left for the delay that begins now. */
    boolean isGranted() {
        return Allowance.grants(policy, time().nanoTime());
    }

    final long previousDelay() {
        return remembering().previousDelay;
    }

    final RetryCause cause() {
        return remembering().cause;
    }

    Verdict classify(Throwable failure) {
        try {
            return policy.classifier().classify(failure);
        } catch (Throwable broken) {
            logger.log(Level.WARNING, "A classifier of policy '" + policy.name() + "' failed; not retried", broken);
            return Verdict.notRetryable();
        }
    }

    private Decision decided(@Nullable Throwable failure, @Nullable Object result, Decision decision) {
        StopReason stop = decision.stop();
        tell(failure, result, decision.retry(), decision.delay(), stop);
        if (stop != null) {
            explain(failure, stop);
            tellOuter(failure, stop, past() != null && remembering().permanent);
            calls.ended(stop.outcome(), attempt);
        }
        return decision;
    }

    private void explain(@Nullable Throwable failure, StopReason stop) {
        if (failure != null && stop == StopReason.BUDGET_DENIED) {
            BudgetExhaustedException.explain(failure, Allowance.name(policy));
        }
    }

    private void tell(
            @Nullable Throwable failure,
            @Nullable Object result,
            boolean retry,
            Duration delay,
            @Nullable StopReason stop) {
        Listeners listeners = guard.engine().listeners();
        boolean success = !retry && stop == null;
        if (success && listeners.isEmpty()) {
            return;
        }
        RetryDecision decision = new RetryDecision(
                policy.name(), calls.method(), attempt, failure, result, retry, delay, stop, elapsed());
        listeners.onDecision(decision);
        if (!success && policy.enabled()) {
            guard.engine().log().onDecision(decision);
        }
    }

    private void remember(@Nullable Throwable failure) {
        remembering().add(failure);
    }

    private @Nullable Throwable last() {
        Past past = past();
        return past == null ? null : past.lastFailure;
    }
}
