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
 * @param usual the delay before a retry
 * @param throttled the delay before a retry after throttling
 * @param retryAfterSpread extends Retry-After delays by a random time
 * @param waitFirst whether to wait before attempt 1 too, as polling does
 * @since 0.1.0
 */
public record Delays(Delay usual, Delay throttled, RetryAfterSpread retryAfterSpread, boolean waitFirst) {

    /** The upper bound of an extended Retry-After delay if nothing limits the extension. */
    public static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

    /**
     * {@return delays that are the same for every failure, and that do not extend Retry-After delays}
     *
     * @param delay the delay before every retry
     */
    public static Delays of(Delay delay) {
        return new Delays(delay, delay, RetryAfterSpread.NONE, false);
    }

    /**
     * {@return these delays, with or without a delay before attempt 1}
     *
     * @param waitFirst whether to wait before attempt 1 too
     */
    public Delays waitingFirst(boolean waitFirst) {
        return new Delays(usual, throttled, retryAfterSpread, waitFirst);
    }

    /**
     * {@return the delay of the policy or the Retry-After delay with its random extension, whichever is longer} A
     * Retry-After delay is limited to 292 years, the maximum for clocks, schedulers and databases.
     *
     * @param nanos the delay of the policy, in nanoseconds
     * @param retryAfter the Retry-After delay; {@code null} if there is none
     * @param longest the upper bound of the extended delay; a longer Retry-After delay is not extended
     * @param random the source of randomness
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

    /**
     * {@return the delay before a retry for this cause}
     *
     * @param cause the cause of the retry
     */
    public Delay after(RetryCause cause) {
        return cause.asksToSlowDown() ? throttled : usual;
    }
}
