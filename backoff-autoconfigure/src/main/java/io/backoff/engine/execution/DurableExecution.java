package io.backoff.engine.execution;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a call whose attempts are made in different processes; what lies between two of them is stored as its
 * {@link Progress}.
 *
 * <p>It decides as every {@link Execution} does, but outlasts what ends a call that somebody waits for:
 *
 * <ul>
 *   <li>The application stops: the next attempt is made after the restart, or by another instance.
 *   <li>An attempt is interrupted or cancelled: it has failed like any other.
 *   <li>The callee says "do not retry", or an inner call has used up its attempts, its time or its budget: that was
 *       meant for a retry within seconds. It fails like any other.
 *   <li>The budget is empty: it is asked when the next attempt is due, and a denial postpones it.
 * </ul>
 *
 * <p>A {@code PermanentException} ends it also when an inner call has met it.
 */
public final class DurableExecution extends Execution {

    /**
     * What is known of the attempts so far.
     *
     * @param attempts how many were made
     * @param previousDelay the last delay, in nanoseconds
     * @param cause what the next attempt is counted under
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
     * Takes up a call at its next attempt.
     *
     * @param progress the attempts so far
     * @param elapsed time since the call was stored
     */
    public static DurableExecution of(Guard guard, Progress progress, Duration elapsed) {
        return new DurableExecution(guard, progress, elapsed);
    }

    /**
     * Asks the budget for the attempt that is due now, if it is a retry and still in time.
     *
     * @return {@code false} to postpone it by {@link #postponement}
     */
    public boolean isAffordable() {
        boolean needsNone = attempt == 0 || free || !policy.enabled() || isLast() || !fits(Duration.ZERO);
        return needsNone || SafeRetryBudget.grants(policy, time().nanoTime());
    }

    /** How long to wait for the budget: the delay before the attempt that is due, once more. */
    public Duration postponement() {
        return Duration.ofNanos(policy.delay().nanos(policy.ordinal(attempt + 1), previousDelay, time().random()));
    }

    /** What to store before the delay. */
    public Progress progress() {
        return new Progress(attempt, previousDelay, cause, free);
    }

    /**
     * Starts the attempt that is due.
     *
     * @return {@code null} when it may be made, else why the call is over
     */
    public @Nullable StopReason start() {
        if (attempt > 0) {
            // Attempts may have ended with their process, or max-attempts been lowered since.
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
