package io.backoff.engine.execution;

import io.backoff.classify.Cancellation;
import io.backoff.classify.Verdict;
import io.backoff.engine.RetryScope;
import io.backoff.engine.safe.SafeRetryBudget;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import io.backoff.text.CauseChain;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One call that another library retries. The library decides which failures it retries, how often and after which
 * delay; this class follows the attempts, and decides whether a retry may reach the method. It denies a retry if the
 * budget is empty, if the callee asked not to be called again or to wait too long, if a call inside has ended for good,
 * if an outer scope is retrying already, or if the policy is disabled.
 *
 * <p>An attempt goes through {@link #next}, {@link #begin} and {@link #attemptReturned} or {@link #attemptFailed}; the
 * call ends with {@link #over}. A retry is decided when the library makes it: earlier, nobody knows that it will.
 */
public sealed class AdoptedExecution extends AdoptedScope permits ObservedExecution {

    // The end of a call may race with its cancellation on another thread.
    private final AtomicBoolean counted = new AtomicBoolean();
    private State state = State.NEW;
    private @Nullable Throwable failure;
    private @Nullable Object result;
    private @Nullable Verdict verdict;
    private long attemptEnd;
    private boolean denied;

    private enum State {
        NEW,
        CONTINUED,
        RUNNING,
        ENDED
    }

    AdoptedExecution(Guard guard, @Nullable RetryScope outer) {
        super(
                guard.engine(),
                guard.policy().get(),
                guard.reporter().begin(),
                outer,
                guard.engine().time().nanoTime());
        this.attemptEnd = start;
        if (policy.enabled()) {
            SafeRetryBudget.called(policy, start);
        }
    }

    /** Begins a call whose retries may be denied. */
    public static AdoptedExecution governed(Guard guard, @Nullable RetryScope outer) {
        return new AdoptedExecution(guard, outer);
    }

    /** Begins a call that is only followed. */
    public static AdoptedExecution observed(Guard guard, @Nullable RetryScope outer) {
        return new ObservedExecution(guard, outer);
    }

    /**
     * Continues what earlier calls have begun, as when a message is delivered again. Does nothing after the first
     * attempt of this call.
     *
     * @param attempts the attempts of those calls, at least 1
     * @param last the failure of the last one
     */
    public void continues(int attempts, Throwable last) {
        if (state == State.NEW) {
            state = State.CONTINUED;
            previous = attempts - 1;
            failure = last;
        }
    }

    /**
     * Decides on the attempt that the library makes now.
     *
     * @return how much longer to wait because the callee asked for it; {@code null} if the attempt is denied: it must
     *     not reach the method, and {@link #repeat} gives its outcome
     */
    public @Nullable Duration next() {
        if (state == State.NEW) {
            return Duration.ZERO;
        }
        Duration wait = denied ? null : counted.get() ? afterEnd() : decided(decide());
        denied = wait == null;
        return wait;
    }

    private @Nullable Duration decided(NextStep step) {
        return step.stop() == null ? stillToWait(step.delay()) : null;
    }

    // The library may go on although the caller has cancelled. Nothing is reported any more, but the budget is asked.
    private @Nullable Duration afterEnd() {
        return isGranted() ? Duration.ZERO : null;
    }

    final NextStep decide() {
        return failure != null ? failed(failure) : rejected(result);
    }

    // The library's own delay has passed already.
    private Duration stillToWait(Duration asked) {
        Duration left = asked.isZero() ? asked : asked.minusNanos(time().nanoTime() - attemptEnd);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Whether the call may not begin, because nobody waits for it any more. */
    public boolean isTooLate() {
        return !isAwaited(Duration.ZERO);
    }

    /** Starts the attempt that {@link #next} did not deny. */
    public void begin() {
        if (state == State.CONTINUED) {
            previous++;
            reporter.retried(cause);
        } else if (state != State.NEW) {
            if (state == State.ENDED) {
                waitedSince(attemptEnd);
            }
            resume();
        }
        state = State.RUNNING;
        failure = null;
        result = null;
        verdict = null;
    }

    /** Whether the attempt that comes is a retry of a call that has not ended. */
    final boolean isRetry() {
        return state != State.NEW && !counted.get();
    }

    /** Records that the attempt returned. */
    public void attemptReturned(@Nullable Object returned) {
        ended(null, returned);
    }

    /**
     * Records that the attempt failed.
     *
     * @return whether every retry will be denied, so that the library may as well end the call
     */
    public boolean attemptFailed(Throwable thrown) {
        ended(thrown, null);
        if (!counted.get()) {
            verdict = judge(thrown);
            denied = isFinal(thrown, verdict) && failed(thrown).stop() != null;
        }
        return denied;
    }

    final void ended(@Nullable Throwable thrown, @Nullable Object returned) {
        state = State.ENDED;
        failure = thrown;
        result = returned;
        attemptEnd = nanoTimeOr(attemptEnd);
    }

    /** Whether it is known without the budget that a retry will be denied. */
    private boolean isFinal(Throwable thrown, Verdict judged) {
        return isOutOfTime(thrown)
                || noAttemptLeft() != null
                || judged.kind() == Verdict.Kind.OVERLOADED
                || terminalReason(thrown) != null;
    }

    /** The outcome of the last attempt again: throws its failure, or returns its result. */
    public @Nullable Object repeat() throws Throwable {
        if (failure != null) {
            throw failure;
        }
        return result;
    }

    /** The failure of the last attempt as it was thrown; {@code null} if it returned. */
    public @Nullable Throwable lastThrown() {
        return failure;
    }

    /** Ends the call: an interrupt has cut short the wait that the callee asked for. */
    @Override
    public StopReason interrupted(InterruptedException interruption) {
        denied = true;
        return super.interrupted(interruption);
    }

    /**
     * Ends the call, unless a denial has ended it.
     *
     * @param thrown the failure that the caller gets; {@code null} if the caller gets a result, be it a fallback's
     */
    public final void over(@Nullable Throwable thrown) {
        boolean open = !counted.get();
        if (open && thrown == null && failure == null && state != State.NEW) {
            succeeded(result);
        } else if (open) {
            giveUp(failure != null ? failure : thrown, isAborted(thrown) ? StopReason.ABORTED : reason());
        }
    }

    /** Ends the call: the caller no longer wants its result. */
    public final void cancelled() {
        if (!counted.get()) {
            giveUp(failure, StopReason.ABORTED);
        }
    }

    void giveUp(@Nullable Throwable last, StopReason stop) {
        if (last == null) {
            stop(stop);
        } else {
            failed(last, stop);
        }
    }

    // The library ends a call without an attempt if earlier calls have used up the attempts.
    private StopReason reason() {
        return attempt > 1 || state == State.NEW ? StopReason.EXHAUSTED : StopReason.NOT_RETRYABLE;
    }

    private boolean isAborted(@Nullable Throwable thrown) {
        boolean exhausted = isLast() && thrown == failure;
        boolean cancelled = Thread.currentThread().isInterrupted() || isOf(thrown, Cancellation::is);
        return isOf(thrown, InterruptedException.class::isInstance) || cancelled && !exhausted;
    }

    private static boolean isOf(@Nullable Throwable thrown, Predicate<Throwable> kind) {
        return thrown != null && CauseChain.any(thrown, kind);
    }

    @Override
    final void count(Outcome outcome) {
        if (counted.compareAndSet(false, true)) {
            super.count(outcome);
        }
    }

    @Override
    final Verdict classify(Throwable thrown) {
        return verdict != null ? verdict : judge(thrown);
    }

    /** The library decides which failures it retries. Only "do not retry" of the callee outranks it. */
    Verdict judge(Throwable thrown) {
        Verdict own = super.classify(thrown);
        return switch (own.kind()) {
            case RETRY, OVERLOADED -> own;
            case NOT_RETRYABLE, ABORT -> Verdict.retryAfter(own.cause(), own.hint());
        };
    }

    @Override
    final @Nullable StopReason noAttemptLeft() {
        if (!policy.enabled()) {
            return StopReason.NOT_RETRYABLE;
        }
        return nesting.oneAttempt() ? StopReason.EXHAUSTED : null;
    }

    @Override
    final boolean isStopping() {
        return false;
    }

    /**
     * Only what is left of the wait that the callee asked for has to fit into {@code max-elapsed}: the library has limits
     * of its own.
     */
    @Override
    boolean fits(Duration asked) {
        Duration left = stillToWait(asked);
        return fitsCaller(left) && (left.isZero() || policy.limits().permits(left, elapsed()));
    }
}
