package io.backoff.engine.execution;

import io.backoff.engine.TimeLeft;
import io.backoff.policy.BackoffPolicy;
import io.backoff.text.DurationText;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The time limit of one asynchronous attempt. */
public final class AttemptLimit {

    private final Duration duration;
    private final Duration end;
    private final Source source;
    // Zero if the policy has no attempt-timeout.
    private final Duration attemptTimeout;
    private volatile @Nullable TimeoutException failure;

    private AttemptLimit(Duration duration, Duration elapsed, Source source, Duration attemptTimeout) {
        this.duration = duration;
        this.end = elapsed.plus(duration);
        this.source = source;
        this.attemptTimeout = attemptTimeout;
    }

    /** The source of a time limit. */
    public enum Source {
        /** The property {@code attempt-timeout}. Another attempt may follow. */
        ATTEMPT_TIMEOUT,

        /** The property {@code max-elapsed}. */
        MAX_ELAPSED,

        /** The deadline of the enclosing call, attempt or request. */
        CALLER
    }

    /**
     * Returns the limit of an attempt that starts now; {@code null} if there is none.
     *
     * @param elapsed time since the start of the call
     * @param byCaller remaining time of the parent scope; {@code null} if it is unbounded, if the call's own deadline is
     *     earlier, or if the policy is disabled
     */
    static @Nullable AttemptLimit of(BackoffPolicy policy, Duration elapsed, @Nullable TimeLeft byCaller) {
        AttemptLimit call = policy.enabled() ? ofCall(policy, elapsed, byCaller) : null;
        Duration timeout = policy.limits().attemptTimeout();
        boolean own = !timeout.isZero() && (call == null || timeout.compareTo(call.duration) < 0);
        return own ? new AttemptLimit(timeout, elapsed, Source.ATTEMPT_TIMEOUT, timeout) : call;
    }

    private static @Nullable AttemptLimit ofCall(BackoffPolicy policy, Duration elapsed, @Nullable TimeLeft byCaller) {
        Duration timeout = policy.limits().attemptTimeout();
        return byCaller != null
                ? new AttemptLimit(byCaller.duration(), elapsed, Source.CALLER, timeout)
                // With wait-first, attempt 1 may start exactly at the deadline. In this case, max-elapsed does not
                // limit the attempt.
                : policy.limits()
                        .remaining(elapsed)
                        .filter(left -> !left.isZero())
                        .map(left -> new AttemptLimit(left, elapsed, Source.MAX_ELAPSED, timeout))
                        .orElse(null);
    }

    /** Returns the limit of an attempt that is limited by the caller's deadline alone; {@code null} if there is none. */
    static @Nullable AttemptLimit ofCaller(Duration elapsed, @Nullable TimeLeft byCaller) {
        return byCaller == null ? null : new AttemptLimit(byCaller.duration(), elapsed, Source.CALLER, Duration.ZERO);
    }

    /**
     * Returns the limit that follows this one, for an attempt that may continue after {@code max-elapsed}; {@code null}
     * if no limit follows.
     */
    @Nullable
    AttemptLimit next(Duration elapsed, @Nullable TimeLeft byCaller) {
        Duration left = attemptTimeout.minus(elapsed.minus(end.minus(duration)));
        boolean ofAttempt = !attemptTimeout.isZero() && (byCaller == null || left.compareTo(byCaller.duration()) < 0);
        if (ofAttempt) {
            return new AttemptLimit(left, elapsed, Source.ATTEMPT_TIMEOUT, attemptTimeout);
        }
        return byCaller == null ? null : new AttemptLimit(byCaller.duration(), elapsed, Source.CALLER, attemptTimeout);
    }

    /**
     * The time from now to the limit. The time that it takes to start the attempt counts towards the call's limits, but
     * not towards {@code attempt-timeout}.
     *
     * @param elapsed time since the start of the call
     */
    public Duration delay(Duration elapsed) {
        Duration left = source == Source.ATTEMPT_TIMEOUT ? duration : end.minus(elapsed);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** The source of the limit. */
    public Source source() {
        return source;
    }

    /**
     * Whether the attempt must end now. The timer may have fired early, because closing the clock runs all timeouts. In
     * this case, attempts with an {@code attempt-timeout} end, but others may finish.
     *
     * @param elapsed time since the start of the call
     */
    public boolean isReached(Duration elapsed) {
        return isOver(elapsed) || !attemptTimeout.isZero();
    }

    private boolean isOver(Duration elapsed) {
        return elapsed.compareTo(end) >= 0;
    }

    /**
     * Creates the failure of an attempt that must end now.
     *
     * @param elapsed time since the start of the call
     */
    public TimeoutException fail(Duration elapsed) {
        boolean ofCall = source != Source.ATTEMPT_TIMEOUT && isOver(elapsed);
        TimeoutException timeout = new TimeoutException(ofCall ? ofCall() : ofAttempt());
        failure = ofCall ? timeout : null;
        return timeout;
    }

    private String ofCall() {
        String left = DurationText.rounded(duration);
        return source == Source.CALLER
                ? "No result within the caller's remaining time, " + left
                : "No result within the remaining max-elapsed, " + left;
    }

    private String ofAttempt() {
        return "No result within attempt-timeout, " + DurationText.of(attemptTimeout);
    }

    /** Whether this failure is the timeout that ended the attempt at the deadline of its call. */
    boolean endsCall(Throwable thrown) {
        return thrown == failure;
    }

    /** Remaining time for the attempt; {@code null} if only the deadline of the call applies. */
    @Nullable
    TimeLeft left(Duration elapsed) {
        return source == Source.ATTEMPT_TIMEOUT ? new TimeLeft(end, true).after(elapsed) : null;
    }
}
