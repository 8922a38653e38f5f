package io.backoff.engine.execution;

import io.backoff.classify.RetryCause;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.decision.Rules;
import io.backoff.pace.Turn;
import io.backoff.pace.Turn.State;
import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a stored call, which outlives the process that began it. Between two attempts, the state of the call
 * is stored as a {@link Progress}. The decisions follow {@link Rules#STORED}.
 *
 * <p>A {@code PermanentException} ends the call, even if the exception comes from an inner call.
 */
public final class DurableExecution {

    /**
     * The state of a call between two attempts.
     *
     * @param attempts number of attempts so far
     * @param previousDelay the last delay, in nanoseconds
     * @param cause the reason for the next attempt, as counted by the meters
     * @param free whether the next attempt takes nothing from the budget
     */
    public record Progress(int attempts, long previousDelay, RetryCause cause, boolean free) {

        /** No attempt yet. */
        public static final Progress NONE = new Progress(0, 0, RetryCause.OTHER, false);
    }

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final Call call;
    private Turn turn = Turn.NOW;

    private DurableExecution(Call call) {
        this.call = call;
    }

    /**
     * Resumes a call at its next attempt.
     *
     * @param progress the attempts so far
     * @param elapsed time since the call was stored, without the time for which it was parked
     */
    public static DurableExecution of(Guard guard, Progress progress, Duration elapsed) {
        long start = guard.engine().time().nanoTime() - elapsed.toNanos();
        Call call = new Call(guard.policy().get(), Rules.STORED, guard.unrecorded(), null, start);
        call.continueAfter(progress.attempts(), progress.previousDelay(), progress.cause(), progress.free());
        return new DurableExecution(call);
    }

    /** Returns the call. The call is the retry scope of its attempts. */
    public Call call() {
        return call;
    }

    /**
     * Takes a token from the budget if the next attempt is a retry that can start before the deadline. If the budget
     * denies the token, the turn of the attempt is given back.
     *
     * @return {@code false} to postpone the attempt by {@link #postponement}
     */
    public boolean isAffordable() {
        boolean affordable = call.isUnpaid() || call.withdraw();
        if (!affordable) {
            giveBackTurn();
        }
        return affordable;
    }

    /** The delay until the budget is asked again: a newly drawn delay of the next attempt. */
    public Duration postponement() {
        return call.delayAgain();
    }

    /**
     * Waits on the current thread, for at most one second, until the turn of the attempt comes. A longer wait would
     * block other stored calls, even those of other policies.
     *
     * @return {@code false} to postpone the attempt, for example by {@link #putOff}; {@code true} if it may be made, or
     *     if {@link #start} will end the call
     */
    public boolean isInTurn() {
        if (call.isSpent()) {
            return true;
        }
        try {
            turn = BlockingRunner.awaitTurn(call, LONGEST_WAIT.toNanos());
            return turn.state() == State.BEGUN;
        } catch (InterruptedException stopping) {
            // The interrupt flag stays cleared, because the postponement must still be written to the
            // database.
            return false;
        }
    }

    /**
     * Postpones an attempt that is not in turn. It asks again after the current Retry-After, the queued attempts and the
     * stored calls postponed before it.
     *
     * @return the delay until it asks again; zero if the wait was interrupted, because another process may then make
     *     the attempt, or if the policy no longer has a pace
     */
    public Duration putOff() {
        return turn.state() == State.LATE
                ? call.policyInForce().lane().putOff(call.time().nanoTime())
                : Duration.ZERO;
    }

    /** Gives back the turn of the attempt because the attempt is not made, for example if another process makes it. */
    public void giveBackTurn() {
        turn.giveBack();
    }

    /** The progress to store before the delay. */
    public Progress progress() {
        return new Progress(call.attempt(), call.previousDelay(), call.cause(), call.isFree());
    }

    /**
     * Starts the next attempt.
     *
     * @return {@code null} if the attempt may be made; otherwise why the call has ended
     */
    public @Nullable StopReason start() {
        return start(null);
    }

    /**
     * Starts the next attempt.
     *
     * @param last the failure of the previous attempt, which another process may have made; {@code null} if unknown
     * @return {@code null} if the attempt may be made; otherwise why the call has ended
     */
    public @Nullable StopReason start(@Nullable Throwable last) {
        if (call.attempt() > 0) {
            // The call may have no attempt left: the process may have crashed during the last permitted attempt, or
            // max-attempts may have been lowered since then.
            NextStep next = call.isLast() ? call.stop(StopReason.EXHAUSTED, last) : call.resume();
            return next.stop();
        }
        call.startFirst();
        call.begun();
        return null;
    }

    /** Records a delay that has passed, here or in another process. */
    public void waited(Duration delay) {
        call.waitedSince(call.time().nanoTime() - delay.toNanos());
    }
}
