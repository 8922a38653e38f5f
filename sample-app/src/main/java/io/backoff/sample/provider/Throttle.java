package io.backoff.sample.provider;

/**
 * A limit of requests per second: a token bucket that holds the tokens of a fifth of a second, but at least one token.
 */
final class Throttle {

    private static final double BURST_SECONDS = 0.2;
    private static final double NANOS_PER_SECOND = 1e9;

    private final int perSecond;
    private final double burst;
    private double tokens;
    private long filled;

    /**
     * Creates a limit, with a full bucket.
     *
     * @param perSecond requests per second, at least 1
     * @param now the time, in nanoseconds
     */
    Throttle(int perSecond, long now) {
        if (perSecond < 1) {
            throw new IllegalArgumentException("'perSecond' must be at least 1 but was " + perSecond);
        }
        this.perSecond = perSecond;
        this.burst = Math.max(1, perSecond * BURST_SECONDS);
        this.tokens = burst;
        this.filled = now;
    }

    /** Whether a request is within the limit. A rejected request takes no token. */
    synchronized boolean admits(long now) {
        tokens = Math.min(burst, tokens + perSecond * Math.max(0, now - filled) / NANOS_PER_SECOND);
        filled = now;
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }

    int perSecond() {
        return perSecond;
    }
}
