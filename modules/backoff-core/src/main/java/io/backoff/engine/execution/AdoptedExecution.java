package io.backoff.engine.execution;

import io.backoff.classify.Cancellation;
import io.backoff.classify.Verdict;
import io.backoff.engine.RetryScope;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.decision.Rules;
import io.backoff.pace.Turn;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import io.backoff.text.CauseChain;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a call that another library retries. The library decides which failures it retries, how often and
 * after which delay; this class follows, and asks its {@link Call} whether a retry may reach the method.
 *
 * <p>An attempt goes through {@link #next}, {@link #begin} and {@link #attemptReturned} or {@link #attemptFailed}; the
 * call ends with {@link #over}. A retry is decided when the library makes it: earlier, nobody knows that it will.
 */
public final class AdoptedExecution {

    private final Call call;
    private final Rules rules;
    private State state = State.NEW;
    private @Nullable Throwable failure;
    private @Nullable Object result;
    private @Nullable Verdict verdict;
    private boolean denied;
    // The turn that an attempt waits for without a thread; the caller may end the call on another one.
    private volatile @Nullable Turn awaited;

    private enum State {
        NEW,
        CONTINUED,
        RUNNING,
        ENDED
    }

    private AdoptedExecution(Guard guard, Rules rules, @Nullable RetryScope outer) {
        BackoffPolicy policy = guard.policy().get();
        long start = guard.engine().time().nanoTime();
        this.rules = rules;
        this.call = new Call(guard.engine(), policy, rules, guard.unrecorded(), outer, start);
        call.begun();
    }

    /** Begins a call whose retries may be denied. */
    public static AdoptedExecution governed(Guard guard, @Nullable RetryScope outer) {
        return new AdoptedExecution(guard, Rules.ADOPTED, outer);
    }

    /** Begins a call that is only followed. */
    public static AdoptedExecution observed(Guard guard, @Nullable RetryScope outer) {
        return new AdoptedExecution(guard, Rules.OBSERVED, outer);
    }

    /** The call. It is the scope of its attempts. */
    public Call call() {
        return call;
    }

    private boolean governs() {
        return rules == Rules.ADOPTED;
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
            call.precededBy(attempts - 1);
            failure = last;
        }
    }

    /**
     * Decides on the attempt that the library makes now.
     *
     * @return the remaining Retry-After delay, or {@code null} if the attempt is denied: it must not reach the method, and
     *     {@link #repeat} gives its outcome
     */
    public @Nullable Duration next() {
        if (state == State.NEW && !denied) {
            return Duration.ZERO;
        }
        if (!governs()) {
            if (!call.hasEnded()) {
                decide();
            }
            return Duration.ZERO;
        }
        Duration wait = denied ? null : call.hasEnded() ? afterEnd() : decided(decide());
        denied = wait == null;
        return wait;
    }

    private @Nullable Duration decided(NextStep step) {
        return step.stop() == null ? call.stillToWait(step.delay()) : null;
    }

    // The library may go on although the caller has cancelled. Nothing is reported any more, but the budget is asked.
    private @Nullable Duration afterEnd() {
        return call.withdraw() ? Duration.ZERO : null;
    }

    private NextStep decide() {
        return failure != null ? call.failedAs(failure, verdict) : call.rejected(result);
    }

    /**
     * Waits on the current thread until the attempt that {@link #next} did not deny may be made: for as long as the callee
     * asked, and for its turn. An interrupt ends the call, and remains set.
     *
     * @param wait what {@link #next} returned
     * @return whether the attempt may be made; otherwise {@link #repeat} gives its outcome
     */
    public boolean await(Duration wait) {
        try {
            if (!wait.isZero()) {
                call.time().sleep(wait);
            }
            if (!call.hasEnded()) {
                return isAdmitted(BlockingRunner.awaitTurn(call));
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            interrupted(interruption);
        }
        return !denied;
    }

    /** Whether attempts may have to wait for their turn. */
    public boolean isPaced() {
        return call.isPaced();
    }

    /**
     * Asks for the turn of the attempt that {@link #next} did not deny. If it has to be waited for, the end of the call
     * ends the wait. Then, {@link #isAdmitted} says whether to make the attempt.
     */
    public Turn turn() {
        Turn asked = call.hasEnded() ? Turn.NOW : call.turn();
        if (asked.state() == Turn.State.WAITING) {
            awaited = asked;
        }
        return asked;
    }

    /**
     * Whether the attempt may be made, now that it does not wait for its turn any more; otherwise {@link #repeat} gives
     * its outcome. A shutdown does not prevent it: the library makes the attempts.
     */
    public boolean isAdmitted(Turn turn) {
        awaited = null;
        boolean late = turn.state() == Turn.State.LATE;
        if (late) {
            call.late();
        }
        if (late || turn.state() == Turn.State.LEFT && call.hasEnded()) {
            denied = true;
            failure = failure == null ? call.failure() : failure;
        }
        return !denied;
    }

    /** Whether the call may not begin, because the deadline of its caller has passed. */
    public boolean isTooLate() {
        return governs() && !call.isBeforeDeadline();
    }

    /** Starts the attempt that {@link #next} did not deny. */
    public void begin() {
        if (state == State.CONTINUED) {
            call.follows();
        } else if (state != State.NEW) {
            if (state == State.ENDED) {
                call.waitedSince(call.attemptEnd());
            }
            call.resume();
        }
        state = State.RUNNING;
        failure = null;
        result = null;
        verdict = null;
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
        if (governs() && !call.hasEnded()) {
            judge(thrown);
        }
        return denied;
    }

    private void judge(Throwable thrown) {
        try {
            Verdict known = call.verdict(thrown);
            verdict = known;
            denied = call.isFinal(thrown, known) && call.failedAs(thrown, known).stop() != null;
        } catch (Throwable broken) {
            // The caller gets the failure of the attempt. A retry is denied when the library makes it.
            denied = false;
        }
    }

    private void ended(@Nullable Throwable thrown, @Nullable Object returned) {
        state = State.ENDED;
        failure = thrown;
        result = returned;
        call.attemptEnded();
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

    /** Ends the call: an interrupt has cut short a wait before an attempt. */
    public void interrupted(InterruptedException interruption) {
        denied = true;
        if (state == State.NEW) {
            failure = BlockingRunner.cancelled(interruption);
        }
        call.interrupted(interruption);
    }

    /**
     * Ends the call, unless a denial has ended it.
     *
     * @param thrown the failure that the caller gets; {@code null} if the caller gets a result, be it a fallback's
     */
    public void over(@Nullable Throwable thrown) {
        boolean open = !call.hasEnded();
        if (open && thrown == null && failure == null && state != State.NEW) {
            call.succeeded(result);
        } else if (open) {
            giveUp(failure != null ? failure : thrown, isAborted(thrown) ? StopReason.ABORTED : reason());
        }
        if (thrown != null) {
            leave();
        }
    }

    /** Ends the wait of an attempt whose caller has the end of the call already, as from a future that it cancelled. */
    private void leave() {
        Turn left = awaited;
        if (left != null) {
            left.leave();
        }
    }

    /** Ends the call: the caller no longer wants its result. */
    public void cancelled() {
        if (!call.hasEnded()) {
            giveUp(failure, StopReason.ABORTED);
        }
    }

    private void giveUp(@Nullable Throwable last, StopReason stop) {
        if (!governs()) {
            call.count(stop.outcome());
        } else if (last == null) {
            call.stop(stop);
        } else {
            call.gaveUp(last, stop);
        }
    }

    // The library ends a call without an attempt if earlier calls have used up the attempts.
    private StopReason reason() {
        return call.attempt() > 1 || state == State.NEW ? StopReason.EXHAUSTED : StopReason.NOT_RETRYABLE;
    }

    private boolean isAborted(@Nullable Throwable thrown) {
        boolean exhausted = call.isLast() && thrown == failure;
        boolean cancelled = Thread.currentThread().isInterrupted() || isOf(thrown, Cancellation::is);
        return isOf(thrown, InterruptedException.class::isInstance) || cancelled && !exhausted;
    }

    private static boolean isOf(@Nullable Throwable thrown, Predicate<Throwable> kind) {
        return thrown != null && CauseChain.any(thrown, kind);
    }
}
