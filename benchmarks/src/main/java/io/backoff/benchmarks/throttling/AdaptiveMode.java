package io.backoff.benchmarks.throttling;

/**
 * The client-side rate limiter of the AWS SDKs' adaptive retry mode, written from its published description. The
 * limiter is a token bucket. Each throttled response multiplies the bucket's rate by 0.7, and then the rate grows again
 * as in the CUBIC algorithm of TCP. Thread-safe.
 *
 * <p>A waiting attempt requests a token again at least ten times a second, so it notices a higher rate. As in the SDK
 * for Python, waiting attempts get tokens in no particular order.
 */
final class AdaptiveMode {

    private static final double BETA = 0.7;
    private static final double SCALE = 0.4;
    private static final double SMOOTH = 0.8;
    private static final double MIN_RATE = 0.5;
    private static final double MIN_CAPACITY = 1;
    private static final double LONGEST_SLEEP = 0.1;
    private static final double NANOS_PER_SECOND = 1e9;

    private final long start;
    private boolean enabled;
    private double fill;
    private double capacity;
    private double tokens;
    private double refilled;
    private double measured;
    private double bucket;
    private int responses;
    private double max;
    private double throttledAt;

    /** Creates a limiter that begins without a limit. The time is in nanoseconds. */
    AdaptiveMode(long now) {
        this.start = now;
    }

    /**
     * Takes a token for an attempt, if a token is left.
     *
     * @return 0 if the attempt may begin, else nanoseconds until the next request for a token
     */
    synchronized long acquire(long now) {
        if (!enabled) {
            return 0;
        }
        refill(seconds(now));
        if (tokens >= 1) {
            tokens--;
            return 0;
        }
        return 1 + (long) (Math.min((1 - tokens) / fill, LONGEST_SLEEP) * NANOS_PER_SECOND);
    }

    /** Reports the response to an attempt. */
    synchronized void responded(long now, boolean throttled) {
        double time = seconds(now);
        measure(time);
        double rate = throttled ? throttled(time) : grown(time);
        change(Math.min(rate, 2 * measured), time);
    }

    private double throttled(double time) {
        max = enabled ? Math.min(measured, fill) : measured;
        throttledAt = time;
        enabled = true;
        return BETA * max;
    }

    private double grown(double time) {
        double window = Math.cbrt(max * (1 - BETA) / SCALE);
        return SCALE * Math.pow(time - throttledAt - window, 3) + max;
    }

    private void measure(double time) {
        double half = Math.floor(2 * time) / 2;
        responses++;
        if (half > bucket) {
            measured = SMOOTH * responses / (half - bucket) + (1 - SMOOTH) * measured;
            responses = 0;
            bucket = half;
        }
    }

    private void change(double rate, double time) {
        refill(time);
        fill = Math.max(rate, MIN_RATE);
        capacity = Math.max(rate, MIN_CAPACITY);
        tokens = Math.min(tokens, capacity);
    }

    private void refill(double time) {
        tokens = Math.min(capacity, tokens + (time - refilled) * fill);
        refilled = time;
    }

    private double seconds(long now) {
        return (now - start) / NANOS_PER_SECOND;
    }
}
