package io.backoff.policy;

import io.backoff.classify.RetryCause;
import io.backoff.delay.Delay;
import io.backoff.delay.RetryAfterSpread;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The delays of a policy.
 *
 * @param usual the pause before a retry
 * @param throttled the pause before a retry of a callee that asked to slow down
 * @param retryAfterSpread spreads the callers that got the same hint
 * @param waitFirst whether to wait before attempt 1 too, as polling does
 */
public record Delays(Delay usual, Delay throttled, RetryAfterSpread retryAfterSpread, boolean waitFirst) {

    /** The bound of a spread without a bound. */
    public static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

    /** The same delay after every failure; hints are waited for exactly. */
    public static Delays of(Delay delay) {
        return new Delays(delay, delay, RetryAfterSpread.NONE, false);
    }

    /** These delays, also before attempt 1 if {@code waitFirst} is true. */
    public Delays waitingFirst(boolean waitFirst) {
        return new Delays(usual, throttled, retryAfterSpread, waitFirst);
    }

    /**
     * Extends a delay to the one that the callee asked for, spread at random. A hint is cut to 292 years:
     * clocks, schedulers and databases take no longer delay.
     *
     * @param nanos the delay without a hint
     * @param retryAfter the shortest delay that the callee asked for; {@code null} if none
     * @param longest where the spread ends at the latest
     */
    public Duration extended(long nanos, @Nullable Duration retryAfter, Duration longest, RandomGenerator random) {
        Duration own = Duration.ofNanos(nanos);
        Duration asked =
                retryAfter == null ? Duration.ZERO : retryAfterSpread.extend(bounded(retryAfter), longest, random);
        return asked.compareTo(own) > 0 ? asked : own;
    }

    private static Duration bounded(Duration retryAfter) {
        return retryAfter.compareTo(UNLIMITED) > 0 ? UNLIMITED : retryAfter;
    }

    /** The pause before a retry for this cause. */
    public Delay after(RetryCause cause) {
        return cause.asksToSlowDown() ? throttled : usual;
    }
}
