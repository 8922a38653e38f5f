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
    private volatile @Nullable TimeoutException failure;

    private AttemptLimit(Duration duration, Duration elapsed, Source source) {
        this.duration = duration;
        this.end = elapsed.plus(duration);
        this.source = source;
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
     * @param byCaller what the scope around the call leaves it; {@code null} if its own time ends first
     */
    static @Nullable AttemptLimit of(BackoffPolicy policy, Duration elapsed, @Nullable TimeLeft byCaller) {
        AttemptLimit call = policy.enabled() ? ofCall(policy, elapsed, byCaller) : null;
        Duration timeout = policy.limits().attemptTimeout();
        boolean own = !timeout.isZero() && (call == null || timeout.compareTo(call.duration) < 0);
        return own ? new AttemptLimit(timeout, elapsed, Source.ATTEMPT_TIMEOUT) : call;
    }

    private static @Nullable AttemptLimit ofCall(BackoffPolicy policy, Duration elapsed, @Nullable TimeLeft byCaller) {
        return byCaller != null
                ? ofCaller(elapsed, byCaller)
                : policy.limits()
                        .remaining(elapsed)
                        .map(left -> new AttemptLimit(left, elapsed, Source.MAX_ELAPSED))
                        .orElse(null);
    }

    /** The limit of an attempt that only its caller limits. */
    static AttemptLimit ofCaller(Duration elapsed, TimeLeft byCaller) {
        return new AttemptLimit(byCaller.duration(), elapsed, Source.CALLER);
    }

    /** How long the attempt may take. */
    public Duration duration() {
        return duration;
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
        return source == Source.ATTEMPT_TIMEOUT || elapsed.compareTo(end) >= 0;
    }

    /** Fails the attempt, which has reached the limit. */
    public TimeoutException fail() {
        TimeoutException timeout = new TimeoutException(description() + DurationText.rounded(duration));
        failure = timeout;
        return timeout;
    }

    private String description() {
        return switch (source) {
            case ATTEMPT_TIMEOUT -> "No result within attempt-timeout, ";
            case MAX_ELAPSED -> "No result within max-elapsed, which left ";
            case CALLER -> "No result within the time that the caller waits, ";
        };
    }

    /** Whether the call ends with an attempt that failed like this. */
    boolean endsCall(Throwable thrown) {
        return thrown == failure && source != Source.ATTEMPT_TIMEOUT;
    }

    /** The time left for what is done in the attempt; {@code null} if that is the time of the call. */
    @Nullable
    TimeLeft left(Duration elapsed) {
        return source == Source.ATTEMPT_TIMEOUT ? new TimeLeft(end, true).after(elapsed) : null;
    }
}
