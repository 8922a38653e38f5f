package io.backoff.engine.execution;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.TimeLeft;
import io.backoff.engine.safe.SafeRetryBudget;
import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a call whose attempts may run in different processes. Between two attempts, the call is stored as its
 * {@link Progress}.
 *
 * <p>It decides as every {@link Execution} does, but survives events that end a call that somebody waits for:
 *
 * <ul>
 *   <li>The application stops: the next attempt is made after the restart, or by another instance.
 *   <li>An attempt is interrupted or cancelled: it has failed like any other.
 *   <li>The callee says "do not retry", or an inner call has used up its attempts, time or budget: that concerned a
 *       retry within seconds, and the attempt has failed like any other.
 *   <li>The budget is empty: it is checked when the next attempt is due, and a denial postpones that attempt.
 * </ul>
 *
 * <p>A {@code PermanentException} ends it even if it came from an inner call.
 */
public final class DurableExecution extends Execution {

    /**
     * The state of a call between two attempts.
     *
     * @param attempts number of attempts so far
     * @param previousDelay the last delay, in nanoseconds
     * @param cause the cause that the next attempt is counted under
     * @param free whether the next attempt takes nothing from the budget
     */
    public record Progress(int attempts, long previousDelay, RetryCause cause, boolean free) {

        /** No attempt yet. */
        public static final Progress NONE = new Progress(0, 0, RetryCause.OTHER, false);
    }

    private boolean free;

    private DurableExecution(Guard guard, Progress progress, Duration elapsed) {
        super(
                guard.engine(),
                guard.policy().get(),
                guard.reporter().begin(),
                null,
                guard.engine().time().nanoTime() - elapsed.toNanos());
        attempt = progress.attempts();
        previousDelay = progress.previousDelay();
        cause = progress.cause();
        free = progress.free();
    }

    /**
     * Resumes a call at its next attempt.
     *
     * @param progress the attempts so far
     * @param elapsed time since the call was stored
     */
    public static DurableExecution of(Guard guard, Progress progress, Duration elapsed) {
        return new DurableExecution(guard, progress, elapsed);
    }

    /**
     * Takes a token from the budget for the attempt that is due now, if it is a retry and still in time.
     *
     * @return {@code false} to postpone it by {@link #postponement}
     */
    public boolean isAffordable() {
        boolean needsNone = attempt == 0 || free || !policy.enabled() || isLast() || !fits(Duration.ZERO);
        return needsNone || withdraw();
    }

    /** The time to wait for the budget: the delay before the attempt that is due, drawn again. */
    public Duration postponement() {
        return Duration.ofNanos(draw(attempt + 1, cause));
    }

    /** The progress to store before the delay. */
    public Progress progress() {
        return new Progress(attempt, previousDelay, cause, free);
    }

    /**
     * Starts the attempt that is due.
     *
     * @return {@code null} if it may be made, else why the call is over
     */
    public @Nullable StopReason start() {
        if (attempt > 0) {
            // Earlier attempts may have died with their process, or max-attempts may have been lowered since.
            return isLast() ? stop(StopReason.EXHAUSTED) : resume();
        }
        attempt = 1;
        if (policy.enabled()) {
            SafeRetryBudget.called(policy, start);
        }
        return null;
    }

    /** Records a delay that has passed, here or in another process. */
    public void waited(Duration delay) {
        waitedSince(time().nanoTime() - delay.toNanos());
    }

    /** Unbounded: nobody waits for the call, so its attempts may finish. */
    @Override
    public @Nullable TimeLeft timeLeft() {
        return null;
    }

    @Override
    boolean isStopping() {
        return false;
    }

    @Override
    boolean isGranted() {
        return true;
    }

    @Override
    Verdict classify(Throwable failure) {
        Verdict verdict = super.classify(failure);
        free = verdict.free();
        return switch (verdict.kind()) {
            case OVERLOADED, ABORT -> Verdict.retryAfter(verdict.cause(), verdict.hint());
            case RETRY, NOT_RETRYABLE -> verdict;
        };
    }

    @Override
    public @Nullable StopReason terminalReason(Throwable failure) {
        return innerReason(failure) == StopReason.NOT_RETRYABLE ? StopReason.NOT_RETRYABLE : null;
    }
}
