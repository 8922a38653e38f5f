package io.backoff.engine.execution;

import io.backoff.engine.TimeLeft;
import io.backoff.policy.BackoffPolicy;
import io.backoff.text.DurationText;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of one asynchronous attempt.
 *
 * @param duration how long the attempt may take
 * @param end when its time is over, since the start of the call
 * @param source what sets the limit
 */
public record AttemptLimit(Duration duration, Duration end, Source source) {
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
     * @param inherited what the scope around the call leaves it, from its start; {@code null} if its own time ends first
     */
    static @Nullable AttemptLimit of(BackoffPolicy policy, Duration elapsed, @Nullable TimeLeft inherited) {
        AttemptLimit call = policy.enabled() ? ofCall(policy, elapsed, inherited) : null;
        Duration timeout = policy.limits().attemptTimeout();
        boolean own = !timeout.isZero() && (call == null || timeout.compareTo(call.duration) < 0);
        return own ? new AttemptLimit(timeout, elapsed.plus(timeout), Source.ATTEMPT_TIMEOUT) : call;
    }

    private static @Nullable AttemptLimit ofCall(BackoffPolicy policy, Duration elapsed, @Nullable TimeLeft inherited) {
        Duration end = inherited == null ? policy.limits().maxElapsed() : inherited.duration();
        if (inherited == null && end.isZero()) {
            return null;
        }
        Duration left = end.minus(elapsed);
        return new AttemptLimit(
                left.isNegative() ? Duration.ZERO : left, end, inherited == null ? Source.MAX_ELAPSED : Source.CALLER);
    }

    /** Whether the call ends with the attempt. */
    public boolean endsCall() {
        return source != Source.ATTEMPT_TIMEOUT;
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

    /** The time left for what is done in the attempt; {@code null} if that is the time of the call. */
    @Nullable
    TimeLeft left(Duration elapsed) {
        return endsCall() ? null : new TimeLeft(end, true).after(elapsed);
    }

    /** The failure of an attempt that has reached the limit. */
    public TimeoutException failure() {
        String limit = DurationText.rounded(duration);
        return new TimeoutException(
                switch (source) {
                    case ATTEMPT_TIMEOUT -> "No result within attempt-timeout, " + limit;
                    case MAX_ELAPSED -> "No result within max-elapsed, which left " + limit;
                    case CALLER -> "No result within the time that the caller waits, " + limit;
                });
    }
}
