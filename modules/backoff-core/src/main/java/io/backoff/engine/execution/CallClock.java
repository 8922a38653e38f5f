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

/** The clock of one call: its elapsed time, its remaining time, and which deadline applies. */
final class CallClock {

    private final long start;
    private final TimeSource time;
    private final BackoffPolicy policy;
    // Remaining time of the parent scope when the call started; null is unbounded. The call's time in queues
    // counts against it too.
    private final @Nullable TimeLeft byScope;
    // The same as byScope, but null if the call's own deadline is earlier.
    private final @Nullable TimeLeft inherited;
    // The limit of the current attempt; null if it has none.
    private @Nullable AttemptLimit attemptLimit;
    // Time spent in queues, in nanoseconds. This time is not part of the call's elapsed time.
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

    /** Reads the time; returns the given time if the clock is broken or the stack is full. */
    long nanoTimeOr(long otherwise) {
        try {
            return time.nanoTime();
        } catch (Throwable broken) {
            return otherwise;
        }
    }

    /** Whether the caller will still be waiting when the first attempt starts, after the delay. */
    boolean isBeforeDeadline(Duration delay) {
        return inherited == null
                || !policy.enabled()
                || delay.compareTo(leftOf(inherited, elapsed()).duration()) < 0;
    }

    /**
     * Returns the parent scope's remaining time, against which the call's time in queues counts too, in addition to
     * {@code elapsed}.
     */
    private TimeLeft leftOf(TimeLeft left, Duration elapsed) {
        return left.after(elapsed.plusNanos(queued));
    }

    /**
     * The caller's deadline, measured from the start of the call; {@code null} if the call's own deadline is earlier.
     */
    @Nullable
    TimeLeft callerWaits() {
        return inherited == null ? null : leftOf(inherited, Duration.ZERO);
    }

    /**
     * Whether the deadline applies only to the parent's current attempt, so that the parent's next attempt gets new
     * time.
     */
    boolean endsWithParentAttempt() {
        return inherited != null && inherited.ofAttempt();
    }

    /**
     * Limits the attempt that starts now to {@code attempt-timeout} and to the remaining time of the call.
     *
     * @return {@code null} if the attempt has no limit
     */
    @Nullable
    AttemptLimit limitAttempt() {
        Duration elapsed = elapsedOrZero();
        attemptLimit = AttemptLimit.of(policy, elapsed, inherited == null ? null : leftOf(inherited, elapsed));
        return attemptLimit;
    }

    /** Limits the attempt that starts now to the caller's deadline; {@code null} if there is none. */
    @Nullable
    AttemptLimit limitAttemptToCaller() {
        Duration elapsed = elapsedOrZero();
        attemptLimit = inherited == null ? null : AttemptLimit.ofCaller(elapsed, leftOf(inherited, elapsed));
        return attemptLimit;
    }

    private Duration elapsedOrZero() {
        return Duration.ofNanos(nanoTimeOr(start + queued) - start - queued);
    }

    /**
     * Limits an attempt that may continue after {@code max-elapsed}.
     *
     * @param reached the limit that the attempt has reached
     * @return {@code null} if there is no further limit
     */
    @Nullable
    AttemptLimit limitBeyond(AttemptLimit reached) {
        Duration elapsed = elapsed();
        attemptLimit = reached.next(elapsed, byScope == null ? null : leftOf(byScope, elapsed));
        return attemptLimit;
    }

    /** The remaining time of the parent scope, even if the call itself has less; {@code null} is unbounded. */
    @Nullable
    TimeLeft leftByScope() {
        return byScope == null ? null : leftOf(byScope, elapsed());
    }

    /** Whether this failure is the timeout that ended the attempt at the deadline of the call. */
    boolean wasReached(Throwable thrown) {
        return attemptLimit != null && attemptLimit.endsCall(thrown);
    }

    /** The remaining time of the current attempt; {@code null} is unbounded. */
    @Nullable
    TimeLeft timeLeft() {
        Duration elapsed = elapsed();
        TimeLeft ofCall = inherited == null ? ownTimeLeft(elapsed) : leftOf(inherited, elapsed);
        return attemptLimit == null ? ofCall : TimeLeft.shorter(ofCall, attemptLimit.left(elapsed));
    }

    // A disabled policy sets no deadline.
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

    /** Returns the time since an earlier clock reading. */
    Duration since(long then) {
        return Duration.ofNanos(time.nanoTime() - then);
    }

    /** Excludes queueing time from the elapsed time. */
    void queuedFor(long nanos) {
        queued += nanos;
    }

    /** The remaining time of the call; empty is unbounded. */
    Optional<Duration> left() {
        TimeLeft byCaller = leftByCaller();
        return byCaller == null ? policy.limits().remaining(elapsed()) : Optional.of(byCaller.duration());
    }

    /**
     * For how long from {@code now} on the call may begin attempts, in nanoseconds; {@link Long#MAX_VALUE} is
     * unbounded. Unlike {@link #left}, this method applies {@code max-elapsed} even if the call inherits its caller's
     * deadline.
     */
    long nanosLeft(long now) {
        Duration elapsed = Duration.ofNanos(now - start - queued);
        long byPolicy = policy.limits().remaining(elapsed).map(CallClock::nanos).orElse(Long.MAX_VALUE);
        return inherited == null
                ? byPolicy
                : Math.min(byPolicy, nanos(leftOf(inherited, elapsed).duration()));
    }

    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    /** The remaining time of the parent scope; {@code null} if the call's own deadline is earlier. */
    @Nullable
    TimeLeft leftByCaller() {
        return inherited == null ? null : leftOf(inherited, elapsed());
    }
}
