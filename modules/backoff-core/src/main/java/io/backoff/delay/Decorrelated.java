package io.backoff.delay;

import java.util.random.RandomGenerator;

/** A delay with decorrelated jitter; see {@link Delay#decorrelated}. */
record Decorrelated(long delayNanos, long maxNanos, long granularityNanos) implements Delay {

    Decorrelated {
        Require.atLeast("delayNanos", delayNanos, 0);
        Require.atLeast("maxNanos", maxNanos, 0);
        Require.atLeast("granularityNanos", granularityNanos, 0);
        delayNanos = Math.min(delayNanos, maxNanos);
    }

    @Override
    public long nanos(int wait, long previousNanos, RandomGenerator random) {
        Require.atLeast("wait", wait, 1);
        // With a coarse granularity, the previous delay may be shorter than the base delay. The window must still start
        // at the base delay.
        return after(Math.max(delayNanos, previousNanos)).next(random);
    }

    @Override
    public Bounds bounds(int wait) {
        Require.atLeast("wait", wait, 1);
        long min = after(delayNanos).min();
        long max = after(longestBefore(wait)).bounds().max();
        return new Bounds(min, Math.max(min, Math.min(max, estimate(wait))), max);
    }

    @Override
    public boolean estimated() {
        return true;
    }

    private DelayDistribution after(long previous) {
        long end = Math.min(maxNanos, Saturating.multiply(previous, 3));
        return DelayDistribution.from(new Window(delayNanos, end - delayNanos), granularityNanos, Long.MAX_VALUE);
    }

    /**
     * Returns {@code delay * 3^(wait - 1)}, or the cap if that is less. The loop ends at 3^40, which exceeds the range
     * of a long.
     */
    private long longestBefore(int wait) {
        long longest = delayNanos;
        for (int i = 1; i < Math.min(wait, 41); i++) {
            longest = Math.min(maxNanos, Saturating.multiply(longest, 3));
        }
        return longest;
    }

    /**
     * Estimates the mean m(n) of wait n. Until a delay can reach the cap, the mean is exactly
     * m(n) = (delay + 3 x m(n-1)) / 2 with m(0) = delay, which gives m(n) = delay x (2 x 1.5^n - 1). From then on, the
     * mean levels off well below the middle of the window, because a short wait leads to a short window.
     */
    private long estimate(int wait) {
        double growing = delayNanos * (2 * Math.pow(1.5, wait) - 1);
        return Math.round(Math.min(growing, level()));
    }

    /**
     * The mean at which waits level off: the delay plus a share of the window, which reaches from the delay to the cap.
     * If the cap is at most 3 times the delay, each wait is drawn from the whole window, and the share is 0.5. As the
     * delay approaches 0, the stationary density of x = wait / cap approaches (1 - s) x^-s, where s = 0.826 solves
     * s = 3^(s-1), and the share approaches 0.149. Between these two shares, the method interpolates with the exponent
     * 0.24, which is fitted to simulations. The estimate is within 6 % of the simulated mean if the cap is 1 to 3,000
     * times the delay.
     */
    private double level() {
        double reach = Math.min(1, 3.0 * delayNanos / maxNanos);
        return delayNanos + (0.149 + 0.351 * Math.pow(reach, 0.24)) * (maxNanos - delayNanos);
    }
}
