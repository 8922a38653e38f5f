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
    // Zero if the policy has none.
    private final Duration attemptTimeout;
    private volatile @Nullable TimeoutException failure;

    private AttemptLimit(Duration duration, Duration elapsed, Source source, Duration attemptTimeout) {
        this.duration = duration;
        this.end = elapsed.plus(duration);
        this.source = source;
        this.attemptTimeout = attemptTimeout;
    }

    /** What limits an attempt. */
    public enum Source {
        /** The property {@code attempt-timeout}; another attempt may follow. */
        ATTEMPT_TIMEOUT,

        /** The property {@code max-elapsed}. */
        MAX_ELAPSED,

        /** The end of the call, the attempt or the request that the call is made in. */
        CALLER
    }

    /**
     * The limit of an attempt that starts now; {@code null} if there is none.
     *
     * @param elapsed since the start of the call
     * @param byCaller remaining time of the parent scope; {@code null} if the call's own deadline is earlier
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
                // An attempt may start at the very end, after the delay of a policy that waits first.
                : policy.limits()
                        .remaining(elapsed)
                        .filter(left -> !left.isZero())
                        .map(left -> new AttemptLimit(left, elapsed, Source.MAX_ELAPSED, timeout))
                        .orElse(null);
    }

    /** The limit of an attempt that only its caller limits. */
    static AttemptLimit ofCaller(Duration elapsed, TimeLeft byCaller) {
        return new AttemptLimit(byCaller.duration(), elapsed, Source.CALLER, Duration.ZERO);
    }

    /** The limit of the same attempt if it may go on after {@code max-elapsed}; {@code null} if there is none. */
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
     * The time from now to the limit. The time of the call passes while the attempt starts, {@code attempt-timeout} does
     * not.
     *
     * @param elapsed since the start of the call
     */
    public Duration delay(Duration elapsed) {
        Duration left = source == Source.ATTEMPT_TIMEOUT ? duration : end.minus(elapsed);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** What sets the limit. */
    public Source source() {
        return source;
    }

    /**
     * Whether the attempt must end now. When the clock is closed, all timeouts run: attempts with an
     * {@code attempt-timeout} end then, others may finish.
     *
     * @param elapsed since the start of the call
     */
    public boolean isReached(Duration elapsed) {
        return isOver(elapsed) || !attemptTimeout.isZero();
    }

    private boolean isOver(Duration elapsed) {
        return elapsed.compareTo(end) >= 0;
    }

    /**
     * Fails the attempt, which must end now.
     *
     * @param elapsed since the start of the call
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
                ? "No result within the time that the caller waits, " + left
                : "No result within max-elapsed, which left " + left;
    }

    private String ofAttempt() {
        return "No result within attempt-timeout, " + DurationText.of(attemptTimeout);
    }

    /** Whether the call ends with an attempt that failed like this. */
    boolean endsCall(Throwable thrown) {
        return thrown == failure;
    }

    /** Remaining time for the attempt; {@code null} if only the deadline of the call applies. */
    @Nullable
    TimeLeft left(Duration elapsed) {
        return source == Source.ATTEMPT_TIMEOUT ? new TimeLeft(end, true).after(elapsed) : null;
    }
}
