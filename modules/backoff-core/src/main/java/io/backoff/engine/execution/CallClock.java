package io.backoff.engine.execution;

import io.backoff.classify.RetryCause;
import io.backoff.engine.DeadlineReachedException;
import io.backoff.engine.Deadlines;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeLeft;
import io.backoff.engine.TimeSource;
import io.backoff.engine.decision.Rules;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.Limits;
import io.backoff.text.CauseChain;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The clock of one call: what has elapsed of its time, who else limits it, and the delays, each drawn from the last. */
final class CallClock {

    // Timers are late. An attempt must start within max-elapsed even if its delay is the end of the spread.
    private static final Duration TIMER_DELAY = Duration.ofMillis(10);

    final long start;
    private final TimeSource time;
    private final BackoffPolicy policy;
    private final Rules rules;
    // The time that the scope around the call leaves it, from its start; null is unbounded.
    private final @Nullable TimeLeft byScope;
    // The same; null if the own time of the call ends first.
    private final @Nullable TimeLeft inherited;
    // Null if the attempt under way may take as long as it wants.
    private @Nullable AttemptLimit attemptLimit;
    // In nanoseconds.
    private long previousDelay;
    // Time that is not part of the call, in nanoseconds.
    private long queued;

    /**
     * Starts the clock of a call.
     *
     * @param outer the scope around the call; {@code null} if there is none
     * @param previousDelay the last delay of a call that goes on, in nanoseconds; otherwise 0
     */
    CallClock(
            Engine engine,
            BackoffPolicy policy,
            Rules rules,
            @Nullable RetryScope outer,
            long start,
            long previousDelay) {
        this.time = engine.time();
        this.policy = policy;
        this.rules = rules;
        this.start = start;
        this.previousDelay = previousDelay;
        this.byScope = outer == null || engine.deadlines() == Deadlines.INDEPENDENT ? null : outer.timeLeft();
        boolean limited = policy.enabled() && rules.limitCalls();
        this.inherited =
                byScope == null || limited && endsBefore(policy.limits().maxElapsed(), byScope) ? null : byScope;
    }

    private static boolean endsBefore(Duration own, TimeLeft left) {
        return !own.isZero() && own.compareTo(left.duration()) <= 0;
    }

    /** The time, or the given one if the clock is broken or the stack is full. */
    long nanoTimeOr(long otherwise) {
        try {
            return time.nanoTime();
        } catch (Throwable broken) {
            return otherwise;
        }
    }

    /**
     * The delay before attempt 1; zero unless the policy waits first. {@code max-elapsed} does not prevent attempt 1, so
     * the delay is cut to it.
     */
    Duration initialDelay() {
        if (!policy.waitFirst() || !policy.enabled()) {
            return Duration.ZERO;
        }
        Duration delay = delayBefore(1, RetryCause.OTHER, null);
        return policy.limits().permits(delay, elapsed())
                ? delay
                : policy.limits().maxElapsed();
    }

    /** Whether somebody still waits for the call when its first attempt starts after the delay. */
    boolean isAwaited(Duration delay) {
        return inherited == null || !policy.enabled() || delay.compareTo(until(inherited)) < 0;
    }

    private Duration until(TimeLeft left) {
        return left.duration().minus(elapsed());
    }

    /**
     * Draws the delay before an attempt, and extends it to the delay that the callee asked for, if any.
     *
     * @param cause why the attempt is made
     */
    Duration delayBefore(int attempt, RetryCause cause, @Nullable Duration hint) {
        previousDelay = draw(attempt, cause);
        Duration longest = hint == null ? Delays.UNLIMITED : spreadEnd();
        return policy.delays().extended(previousDelay, hint, longest, time.random());
    }

    private Duration spreadEnd() {
        return left().map(end -> end.minus(TIMER_DELAY)).orElse(Delays.UNLIMITED);
    }

    /** Draws the delay before an attempt, in nanoseconds. */
    long draw(int attempt, RetryCause cause) {
        return policy.delays().after(cause).nanos(policy.ordinal(attempt), previousDelay, time.random());
    }

    /** How long the caller waits, from the start of the call; {@code null} if the own time of the call ends first. */
    @Nullable
    TimeLeft callerWaits() {
        return inherited;
    }

    /** The delay that was drawn last, in nanoseconds. */
    long previousDelay() {
        return previousDelay;
    }

    /** Whether the time ends with an attempt of an enclosing call, which has time again in its next attempt. */
    boolean endsWithOuterAttempt() {
        return inherited != null && inherited.ofAttempt();
    }

    /**
     * Limits the attempt that starts now to {@code attempt-timeout} and to the time of the call.
     *
     * @return {@code null} if neither limits it
     */
    @Nullable
    AttemptLimit limitAttempt() {
        attemptLimit = newLimit(Duration.ofNanos(nanoTimeOr(start + queued) - start - queued));
        return attemptLimit;
    }

    /**
     * Limits an attempt that may go on after {@code max-elapsed}.
     *
     * @param reached the limit of the attempt so far
     * @return {@code null} if nothing limits it any more
     */
    @Nullable
    AttemptLimit limitBeyond(AttemptLimit reached) {
        Duration elapsed = elapsed();
        attemptLimit = reached.next(elapsed, byScope == null ? null : byScope.after(elapsed));
        return attemptLimit;
    }

    private @Nullable AttemptLimit newLimit(Duration elapsed) {
        TimeLeft byCaller = inherited == null ? null : inherited.after(elapsed);
        return switch (rules) {
            case GUARDED, STORED -> AttemptLimit.of(policy, elapsed, byCaller);
            case ADOPTED -> byCaller == null ? null : AttemptLimit.ofCaller(elapsed, byCaller);
            case OBSERVED -> null;
        };
    }

    /** The time that the scope around the call leaves it, however early its own time ends; {@code null} is unbounded. */
    @Nullable
    TimeLeft leftByScope() {
        return byScope == null ? null : byScope.after(elapsed());
    }

    /** Whether no time is left for the call. */
    boolean isOver() {
        return policy.enabled() && remaining().filter(Duration::isZero).isPresent();
    }

    /** Whether the failure says that the attempt has reached the end of the call. */
    boolean isOutOfTime(Throwable thrown) {
        return attemptLimit != null && attemptLimit.endsCall(thrown) || wasCut(thrown) && isOver();
    }

    /** Whether a client library has cut the attempt at the end of what was left of its time. */
    private static boolean wasCut(Throwable thrown) {
        return CauseChain.any(thrown, each -> each instanceof DeadlineReachedException);
    }

    /** The time left for what is done in the attempt under way; {@code null} is unbounded. */
    @Nullable
    TimeLeft timeLeft() {
        return switch (rules) {
            case GUARDED -> timeLeft(elapsed());
            // Nobody waits for it, so its attempts may finish.
            case STORED -> null;
            case ADOPTED, OBSERVED -> leftByCaller();
        };
    }

    private @Nullable TimeLeft timeLeft(Duration elapsed) {
        TimeLeft ofCall = inherited == null ? ownTimeLeft(elapsed) : inherited.after(elapsed);
        return attemptLimit == null ? ofCall : TimeLeft.shorter(ofCall, attemptLimit.left(elapsed));
    }

    // A disabled policy ends nothing.
    private @Nullable TimeLeft ownTimeLeft(Duration elapsed) {
        Limits limits = policy.limits();
        return policy.enabled()
                ? limits.remaining(elapsed)
                        .map(left -> new TimeLeft(left, false))
                        .orElse(null)
                : null;
    }

    Duration elapsed() {
        return Duration.ofNanos(time.nanoTime() - start - queued);
    }

    /** The time since then. */
    Duration since(long then) {
        return Duration.ofNanos(time.nanoTime() - then);
    }

    /** Stops the time of the call for as long as it was in a queue, behind work that is not its own. */
    void queuedFor(long nanos) {
        queued += nanos;
    }

    /** The time left for the call; empty is unbounded. A library that retries has limits of its own. */
    Optional<Duration> remaining() {
        return rules.limitCalls() ? left() : Optional.ofNullable(leftByCaller()).map(TimeLeft::duration);
    }

    private Optional<Duration> left() {
        TimeLeft byCaller = leftByCaller();
        return byCaller == null ? policy.limits().remaining(elapsed()) : Optional.of(byCaller.duration());
    }

    /** The time that the scope around the call leaves it; {@code null} if its own time ends first. */
    @Nullable
    TimeLeft leftByCaller() {
        return inherited == null ? null : inherited.after(elapsed());
    }
}
