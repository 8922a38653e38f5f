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
 * The attempts of a call that another library retries. That library decides which failures it retries, how often and
 * after which delay; this class observes the attempts, and asks its {@link Call} whether a retry may reach the method.
 *
 * <p>An attempt goes through {@link #next}, {@link #begin}, and then either {@link #attemptReturned} or
 * {@link #attemptFailed}; the call ends with {@link #over}. This class decides on a retry only when the library begins
 * it, because it cannot know earlier whether the library will retry. If every retry would be denied, the call ends as
 * soon as the attempt fails.
 */
public final class AdoptedExecution {

    private final Call call;
    private final Rules rules;
    private State state = State.NEW;
    private @Nullable Throwable failure;
    private @Nullable Object result;
    private @Nullable Verdict verdict;
    private boolean denied;
    // The turn for which an attempt waits without blocking a thread. The field is volatile, because the caller may end
    // the call on another thread.
    private volatile @Nullable Turn awaited;

    private enum State {
        NEW,
        CONTINUED,
        RUNNING,
        ENDED
    }

    private AdoptedExecution(Guard guard, Rules rules, @Nullable RetryScope parent) {
        BackoffPolicy policy = guard.policy().get();
        long start = guard.engine().time().nanoTime();
        this.rules = rules;
        this.call = new Call(policy, rules, guard.unrecorded(), parent, start);
        call.begun();
    }

    /** Begins a call whose retries may be denied. */
    public static AdoptedExecution governed(Guard guard, @Nullable RetryScope parent) {
        return new AdoptedExecution(guard, Rules.ADOPTED, parent);
    }

    /** Begins a call that is only observed. */
    public static AdoptedExecution observed(Guard guard, @Nullable RetryScope parent) {
        return new AdoptedExecution(guard, Rules.OBSERVED, parent);
    }

    /** The call, which is the scope of its attempts. */
    public Call call() {
        return call;
    }

    private boolean governs() {
        return rules == Rules.ADOPTED;
    }

    /**
     * Continues the attempts of earlier calls, such as earlier deliveries of the same message. Has no effect once this
     * call has begun its first attempt.
     *
     * @param attempts the number of attempts in earlier calls, at least 1
     * @param last the failure of the last attempt in earlier calls
     */
    public void continues(int attempts, Throwable last) {
        if (state == State.NEW) {
            state = State.CONTINUED;
            call.precededBy(attempts - 1);
            failure = last;
        }
    }

    /**
     * Decides whether the attempt that the library is about to make is permitted.
     *
     * @return the remaining Retry-After delay; {@code null} if the attempt is denied. A denied attempt must not reach
     *     the method: call {@link #repeat} instead
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

    // The library may continue although the caller has cancelled. Its retries still need tokens, but are not reported.
    private @Nullable Duration afterEnd() {
        return call.withdraw() ? Duration.ZERO : null;
    }

    private NextStep decide() {
        if (failure == null) {
            return call.rejected(result);
        }
        return state == State.CONTINUED ? call.failedEarlier(failure) : call.failedAs(failure, verdict);
    }

    /**
     * Waits on the current thread before an attempt that {@link #next} permitted: until the Retry-After delay has
     * passed, and then until the turn of the attempt comes. An interrupt ends the call, and the thread stays
     * interrupted.
     *
     * @param wait the result of {@link #next}
     * @return whether the attempt may be made; if not, call {@link #repeat} instead
     */
    public boolean await(Duration wait) {
        try {
            if (!wait.isZero()) {
                call.time().sleep(wait);
            }
            return isAdmitted(BlockingRunner.awaitTurn(call));
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            interrupted(interruption);
        }
        return !denied;
    }

    /** Whether attempts may have to wait for their {@link Turn}. */
    public boolean isPaced() {
        return call.isPaced();
    }

    /**
     * Requests the turn of the attempt that {@link #next} permitted. If the attempt has to wait, its wait ends at the
     * latest when the call ends. After the wait, {@link #isAdmitted} decides whether to make the attempt.
     */
    public Turn turn() {
        // The library may make further attempts after the call has ended. They burden the callee too, so they also wait
        // for their turn.
        boolean over = call.hasEnded();
        Turn asked = call.turn();
        if (asked.state() == Turn.State.WAITING && !over) {
            awaited = asked;
            // Another thread may be ending the call. If this check does not find the call ended, that thread finds the
            // turn in the field and ends its wait.
            if (call.hasEnded()) {
                asked.leave();
            }
        }
        return asked;
    }

    /**
     * Whether the attempt may be made after its wait for a turn; if not, call {@link #repeat} instead. A shutdown
     * does not prevent the attempt, because another library makes it.
     */
    public boolean isAdmitted(Turn turn) {
        awaited = null;
        boolean late = turn.state() == Turn.State.LATE;
        if (late && !call.hasEnded()) {
            call.late();
        }
        if (late || turn.state() == Turn.State.LEFT && call.hasEnded()) {
            denied = true;
            failure = failure == null ? call.failure() : failure;
        }
        return !denied;
    }

    /** Whether the deadline of the caller has passed, so that the call must not begin. */
    public boolean isTooLate() {
        return governs() && !call.isBeforeDeadline();
    }

    /** Starts the attempt that {@link #next} permitted. */
    public void begin() {
        if (state == State.CONTINUED) {
            call.follows();
        } else if (state != State.NEW) {
            if (state == State.ENDED) {
                call.waited();
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
     * Records that a subscriber has subscribed to the lazy result of the attempt. The time until the subscription does
     * not count towards the elapsed time of the call.
     */
    public void subscribed() {
        call.subscribed();
    }

    /**
     * Records that the attempt failed.
     *
     * @return whether every retry would be denied, so that the library should end the call
     */
    public boolean attemptFailed(Throwable thrown) {
        ended(thrown, null);
        if (governs()) {
            judge(thrown);
        }
        return denied;
    }

    private void judge(Throwable thrown) {
        try {
            Verdict known = call.verdict(thrown);
            verdict = known;
            denied = !call.hasEnded()
                    && call.isFinal(thrown, known)
                    && call.failedAs(thrown, known).stop() != null;
        } catch (Throwable broken) {
            // If the library retries, next() decides again. The retry is denied if that decision fails too.
            denied = false;
        }
    }

    private void ended(@Nullable Throwable thrown, @Nullable Object returned) {
        state = State.ENDED;
        failure = thrown;
        result = returned;
        call.attemptEnded();
    }

    /** Repeats the outcome of the last attempt: throws its failure, or returns its result. */
    public @Nullable Object repeat() throws Throwable {
        if (failure != null) {
            throw failure;
        }
        return result;
    }

    /** The failure of the last attempt as it was thrown; {@code null} if the attempt returned. */
    public @Nullable Throwable lastThrown() {
        return failure;
    }

    /** Ends the call: an interrupt has ended the wait before an attempt. */
    public void interrupted(InterruptedException interruption) {
        denied = true;
        if (state == State.NEW) {
            failure = BlockingRunner.cancelled(interruption);
        }
        if (!call.hasEnded()) {
            call.interrupted(interruption);
        }
    }

    /**
     * Ends the call, unless a denial has ended it.
     *
     * @param thrown the failure that the caller gets; {@code null} if the caller gets a result, perhaps from a fallback
     */
    public void over(@Nullable Throwable thrown) {
        boolean open = !call.hasEnded();
        if (open && thrown == null && failure == null && state != State.NEW) {
            call.succeeded(result);
        } else if (open) {
            giveUp(failure != null ? failure : thrown, isAborted(thrown) ? StopReason.ABORTED : reason());
        }
        leave();
    }

    /** Ends the wait of an attempt whose call has ended, for example because the caller cancelled its future. */
    private void leave() {
        Turn left = awaited;
        if (left != null) {
            left.leave();
        }
    }

    /** Ends the call: the caller no longer wants its result. */
    public void cancelled() {
        if (state == State.NEW && governs() && !call.hasEnded()) {
            call.abort();
        } else if (!call.hasEnded()) {
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

    // A call in the state NEW has made no attempt: earlier calls have used up the attempts, so the library ended it at
    // once.
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
