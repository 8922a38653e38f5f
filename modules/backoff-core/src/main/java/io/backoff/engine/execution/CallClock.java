package io.backoff.engine.execution;

import io.backoff.engine.Deadlines;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeLeft;
import io.backoff.engine.TimeSource;
import io.backoff.engine.decision.Rules;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Limits;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The clock of one call: the time that has elapsed, the time that is left, and who limits it. */
final class CallClock {

    private final long start;
    private final TimeSource time;
    private final BackoffPolicy policy;
    // Remaining time of the parent scope when the call started; null is unbounded.
    private final @Nullable TimeLeft byScope;
    // The same; null if the own time of the call ends first.
    private final @Nullable TimeLeft inherited;
    // Null if the attempt under way may take as long as it wants.
    private @Nullable AttemptLimit attemptLimit;
    // Time that is not part of the call, in nanoseconds.
    private long queued;

    /**
     * Starts the clock of a call.
     *
     * @param parent the parent scope; {@code null} if there is none
     */
    CallClock(Engine engine, BackoffPolicy policy, Rules rules, @Nullable RetryScope parent, long start) {
        this.time = engine.time();
        this.policy = policy;
        this.start = start;
        this.byScope = parent == null || engine.deadlines() == Deadlines.INDEPENDENT ? null : parent.timeLeft();
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

    /** Whether somebody still waits for the call when its first attempt starts after the delay. */
    boolean isBeforeDeadline(Duration delay) {
        return inherited == null || !policy.enabled() || delay.compareTo(until(inherited)) < 0;
    }

    private Duration until(TimeLeft left) {
        return left.duration().minus(elapsed());
    }

    /** How long the caller waits, from the start of the call; {@code null} if the own time of the call ends first. */
    @Nullable
    TimeLeft callerWaits() {
        return inherited;
    }

    /** Whether the time ends with an attempt of an enclosing call, which has time again in its next attempt. */
    boolean endsWithParentAttempt() {
        return inherited != null && inherited.ofAttempt();
    }

    /**
     * Limits the attempt that starts now to {@code attempt-timeout} and to the time of the call.
     *
     * @return {@code null} if neither limits it
     */
    @Nullable
    AttemptLimit limitAttempt() {
        Duration elapsed = elapsedOrZero();
        attemptLimit = AttemptLimit.of(policy, elapsed, inherited == null ? null : inherited.after(elapsed));
        return attemptLimit;
    }

    /** Limits the attempt that starts now to the time that the caller waits; {@code null} if that is unbounded. */
    @Nullable
    AttemptLimit limitAttemptToCaller() {
        Duration elapsed = elapsedOrZero();
        attemptLimit = inherited == null ? null : AttemptLimit.ofCaller(elapsed, inherited.after(elapsed));
        return attemptLimit;
    }

    private Duration elapsedOrZero() {
        return Duration.ofNanos(nanoTimeOr(start + queued) - start - queued);
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

    /** Remaining time of the parent scope, even if the call has less; {@code null} is unbounded. */
    @Nullable
    TimeLeft leftByScope() {
        return byScope == null ? null : byScope.after(elapsed());
    }

    /** Whether this is how an attempt fails that has reached the limit of its call. */
    boolean wasReached(Throwable thrown) {
        return attemptLimit != null && attemptLimit.endsCall(thrown);
    }

    /** The time left for what is done in the attempt under way; {@code null} is unbounded. */
    @Nullable
    TimeLeft timeLeft() {
        Duration elapsed = elapsed();
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

    /** The time left for the call; empty is unbounded. */
    Optional<Duration> left() {
        TimeLeft byCaller = leftByCaller();
        return byCaller == null ? policy.limits().remaining(elapsed()) : Optional.of(byCaller.duration());
    }

    /**
     * How long from then the call may begin attempts, in nanoseconds; {@link Long#MAX_VALUE} is unbounded. Unlike
     * {@link #left}, the limit of the policy counts for calls that other libraries retry, too.
     */
    long nanosLeft(long now) {
        Duration elapsed = Duration.ofNanos(now - start - queued);
        long byPolicy = policy.limits().remaining(elapsed).map(CallClock::nanos).orElse(Long.MAX_VALUE);
        return inherited == null
                ? byPolicy
                : Math.min(byPolicy, nanos(inherited.after(elapsed).duration()));
    }

    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    /** Remaining time of the parent scope; {@code null} if the call's own deadline is earlier. */
    @Nullable
    TimeLeft leftByCaller() {
        return inherited == null ? null : inherited.after(elapsed());
    }
}
