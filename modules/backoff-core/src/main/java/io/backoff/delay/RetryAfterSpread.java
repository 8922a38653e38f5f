package io.backoff.delay;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Spreads the callers that got the same hint, such as {@code Retry-After: 5}: clients that wait exactly as long as
 * they are told return together. The formula is that of Envoy's {@code RateLimitedRetryBackOff}, which draws from the hint
 * to 1.5 times the hint.
 *
 * @param share the longest addition, as a share of the hint, 0 to 1; 0 waits exactly as long as the hint says
 */
public record RetryAfterSpread(double share) {

    /** Waits exactly as long as the hint says. */
    public static final RetryAfterSpread NONE = new RetryAfterSpread(0);

    /**
     * Checks the share.
     *
     * @throws IllegalArgumentException if it is not in 0..1
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
     * @param retryAfter the shortest delay that the callee asked for
     * @param longest where the drawn range ends at the latest; callers stay spread in what is left of it
     * @return at least the hint, even if that is longer than {@code longest}
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
