package io.backoff.engine.execution;

import io.backoff.classify.RetryCause;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.DeadlineReachedException;
import io.backoff.engine.Deadlines;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeLeft;
import io.backoff.engine.TimeSource;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.Limits;
import io.backoff.text.CauseChain;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time of one call: what has elapsed of {@code max-elapsed}, and the delays, each drawn from the one before. A
 * superclass and not a part of the call, so that each call remains one object.
 */
public abstract sealed class TimedCall implements CurrentAttempt permits NestedCall {

    // Timers are late. An attempt must start within max-elapsed even if its delay is the end of the spread.
    private static final Duration TIMER_DELAY = Duration.ofMillis(10);

    final Engine engine;
    final BackoffPolicy policy;
    final long start;
    long previousDelay;
    // The time that the scope around the call leaves it, from its start; null is unbounded.
    private final @Nullable TimeLeft byScope;
    // The same; null if the own time of the call ends first.
    private final @Nullable TimeLeft inherited;
    // Null if the attempt under way may take as long as it wants.
    private @Nullable AttemptLimit attemptLimit;
    // Time that is not part of the call, in nanoseconds.
    private long queued;

    /**
     * Starts the time of a call.
     *
     * @param own the longest time of the call by its policy; zero is unbounded
     * @param outer the scope around the call; {@code null} if there is none
     */
    TimedCall(Engine engine, BackoffPolicy policy, Duration own, @Nullable RetryScope outer, long start) {
        this.engine = engine;
        this.policy = policy;
        this.start = start;
        this.byScope = outer == null || engine.deadlines() == Deadlines.INDEPENDENT ? null : outer.timeLeft();
        this.inherited = byScope == null || endsBefore(own, byScope) ? null : byScope;
    }

    private static boolean endsBefore(Duration own, TimeLeft left) {
        return !own.isZero() && own.compareTo(left.duration()) <= 0;
    }

    public BackoffPolicy policyInForce() {
        return policy;
    }

    public TimeSource time() {
        return engine.time();
    }

    /** The time, or the given one if the clock is broken or the stack is full. */
    final long nanoTimeOr(long otherwise) {
        try {
            return time().nanoTime();
        } catch (Throwable broken) {
            return otherwise;
        }
    }

    /**
     * The delay before attempt 1; zero unless the policy waits first. {@code max-elapsed} does not prevent attempt 1, so
     * the delay is cut to it.
     */
    public Duration initialDelay() {
        if (!policy.waitFirst() || !policy.enabled()) {
            return Duration.ZERO;
        }
        Duration delay = delayBefore(1, RetryCause.OTHER, null);
        return policy.limits().permits(delay, elapsed())
                ? delay
                : policy.limits().maxElapsed();
    }

    /** Whether somebody still waits for the call when its first attempt starts after the delay. */
    public final boolean isAwaited(Duration delay) {
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
    final Duration delayBefore(int attempt, RetryCause cause, @Nullable Duration hint) {
        previousDelay = draw(attempt, cause);
        Duration longest = hint == null ? Delays.UNLIMITED : spreadEnd();
        return policy.delays().extended(previousDelay, hint, longest, time().random());
    }

    private Duration spreadEnd() {
        return left().map(end -> end.minus(TIMER_DELAY)).orElse(Delays.UNLIMITED);
    }

    /** Draws the delay before an attempt, in nanoseconds. */
    final long draw(int attempt, RetryCause cause) {
        return policy.delays().after(cause).nanos(policy.ordinal(attempt), previousDelay, time().random());
    }

    /** Whether an attempt may start after the delay. */
    boolean fits(Duration delay) {
        return inherited == null ? policy.limits().permits(delay, elapsed()) : fitsCaller(delay);
    }

    /** Whether somebody waits for an attempt that starts after the delay. */
    final boolean fitsCaller(Duration delay) {
        return inherited == null || delay.compareTo(until(inherited)) <= 0;
    }

    /** The decision that no attempt follows, as it would start too late. */
    final NextStep tooLate(Duration delay) {
        return NextStep.tooLate(delay, fitsCaller(delay) ? null : leftByCaller());
    }

    /** Whether the time ends with an attempt of an enclosing call, which has time again in its next attempt. */
    final boolean endsWithOuterAttempt() {
        return inherited != null && inherited.ofAttempt();
    }

    /**
     * Limits the attempt that starts now to {@code attempt-timeout} and to the time of the call.
     *
     * @return {@code null} if neither limits it
     */
    public final @Nullable AttemptLimit limitAttempt() {
        attemptLimit = newLimit(Duration.ofNanos(nanoTimeOr(start + queued) - start - queued));
        return attemptLimit;
    }

    /**
     * Limits an attempt that may go on after {@code max-elapsed}.
     *
     * @param reached the limit of the attempt so far
     * @return {@code null} if nothing limits it any more
     */
    public final @Nullable AttemptLimit limitBeyond(AttemptLimit reached) {
        Duration elapsed = elapsed();
        attemptLimit = reached.next(elapsed, byScope == null ? null : byScope.after(elapsed));
        return attemptLimit;
    }

    @Nullable
    AttemptLimit newLimit(Duration elapsed) {
        return AttemptLimit.of(policy, elapsed, inherited == null ? null : inherited.after(elapsed));
    }

    /** The time that the scope around the call leaves it, however early its own time ends; {@code null} is unbounded. */
    final @Nullable TimeLeft leftByScope() {
        return byScope == null ? null : byScope.after(elapsed());
    }

    /** Whether no time is left for the call. */
    final boolean isOver() {
        return policy.enabled() && remaining().filter(Duration::isZero).isPresent();
    }

    /** Whether the failure says that the attempt has reached the end of the call. */
    final boolean isOutOfTime(Throwable thrown) {
        return attemptLimit != null && attemptLimit.endsCall(thrown) || wasCut(thrown) && isOver();
    }

    /** Whether a client library has cut the attempt at the end of what was left of its time. */
    private static boolean wasCut(Throwable thrown) {
        return CauseChain.any(thrown, each -> each instanceof DeadlineReachedException);
    }

    /** The time left for what is done in the attempt under way. */
    public @Nullable TimeLeft timeLeft() {
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

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(time().nanoTime() - start - queued);
    }

    /** Stops the time of the call for as long as it was in a queue, behind work that is not its own. */
    final void queuedFor(long nanos) {
        queued += nanos;
    }

    @Override
    public Optional<Duration> remaining() {
        return left();
    }

    private Optional<Duration> left() {
        TimeLeft byCaller = leftByCaller();
        return byCaller == null ? policy.limits().remaining(elapsed()) : Optional.of(byCaller.duration());
    }

    /** The time that the scope around the call leaves it; {@code null} if its own time ends first. */
    final @Nullable TimeLeft leftByCaller() {
        return inherited == null ? null : inherited.after(elapsed());
    }

    @Override
    public String policy() {
        return policy.name();
    }
}
