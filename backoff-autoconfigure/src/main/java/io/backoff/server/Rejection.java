package io.backoff.server;

import java.time.Duration;

/**
 * The decision on a rejected request: whether its caller may retry, and when.
 *
 * @param advice whether a retry is welcome
 * @param retryAfterMillis delay before a retry, if one is welcome
 */
public record Rejection(RetryAdvice advice, int retryAfterMillis) {

    /** Forbids a retry. */
    public static final Rejection NO_RETRY = new Rejection(RetryAdvice.NO_RETRY, 0);

    /** Permits a retry after the delay, which is capped at {@link Integer#MAX_VALUE} ms. */
    public static Rejection retryAfter(Duration delay) {
        boolean tooLong = delay.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) >= 0;
        return new Rejection(RetryAdvice.RETRYABLE, tooLong ? Integer.MAX_VALUE : (int) delay.toMillis());
    }

    /**
     * Returns this decision, with the given delay before a retry if that delay is longer. A decision that forbids a
     * retry is returned unchanged.
     */
    public Rejection atLeast(Duration delay) {
        Rejection longer = retryAfter(delay);
        return noRetry() || longer.retryAfterMillis <= retryAfterMillis ? this : longer;
    }

    /** Whether a retry is forbidden. */
    public boolean noRetry() {
        return advice == RetryAdvice.NO_RETRY;
    }
}
