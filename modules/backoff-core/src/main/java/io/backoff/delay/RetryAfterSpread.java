package io.backoff.delay;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Extends a Retry-After delay at random. Clients that receive {@code Retry-After: 5} and wait exactly 5 s would all
 * return at once. The formula is that of Envoy's {@code RateLimitedRetryBackOff}, which draws from 1 to 1.5 times the
 * delay.
 *
 * @param share the longest extension as a share of the Retry-After delay, 0 to 1; 0 for none
 * @since 0.1.0
 */
public record RetryAfterSpread(double share) {

    /** No extension: the wait is exactly the Retry-After delay. */
    public static final RetryAfterSpread NONE = new RetryAfterSpread(0);

    /**
     * Checks the share.
     *
     * @param share the longest extension as a share of the Retry-After delay, 0 to 1
     * @throws IllegalArgumentException if {@code share} is not in 0..1
     */
    public RetryAfterSpread {
        Require.between("share", share, 0, 1);
    }

    /**
     * Draws {@code retryAfter + U[0, share x retryAfter]}, in whole nanoseconds, both ends included.
     *
     * <pre>{@code
     * new RetryAfterSpread(0.5).extend(Duration.ofSeconds(4), Duration.ofMinutes(1), random)   // 4..6 s
     * }</pre>
     *
     * @param retryAfter the Retry-After delay
     * @param longest the upper bound of the range; if this cuts the range, the draw is uniform in what remains
     * @param random the source of randomness
     * @return at least {@code retryAfter}, even if that is longer than {@code longest}
     */
    public Duration extend(Duration retryAfter, Duration longest, RandomGenerator random) {
        long nanos = Saturating.nanos(retryAfter);
        long width = Math.min(width(nanos), Saturating.nanos(longest) - nanos);
        return width <= 0
                ? retryAfter
                : retryAfter.plusNanos(DelayDistribution.from(new Window(0, width), 0, Long.MAX_VALUE)
                        .next(random));
    }

    private long width(long retryAfter) {
        return Math.min(retryAfter, Math.round(share * retryAfter));
    }
}
