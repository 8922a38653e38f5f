package io.backoff.pace;

/**
 * The rate after a reduction, as CUBIC congestion control (RFC 9438) lets a window grow: quickly at first, hardly at all
 * near the rate that was too much, and then ever more quickly, to find out whether there is room by now.
 *
 * <pre>{@code rate(t) = 0.4 * (t - k)^3 + peak, k = cbrt(peak * 0.3 / 0.4)}</pre>
 *
 * <p>Its constants are those of the adaptive mode of the AWS SDKs. For a peak of 10 attempts per second: 7 immediately,
 * 9.6 after a second, 10 after two, 10.5 after three, 13.4 after four.
 *
 * @param peak the rate that was too much, in attempts per second
 * @param plateau after how many seconds the rate is back at the peak
 */
record Cubic(double peak, double plateau) {

    private static final double BETA = 0.7;
    private static final double SCALE = 0.4;
    private static final double GROWTH_IN_DEMAND = 1.5;

    /** The growth after a reduction from this rate. */
    static Cubic after(double peak) {
        return new Cubic(peak, Math.cbrt(peak * (1 - BETA) / SCALE));
    }

    /** The rate right after the reduction. */
    double base() {
        return BETA * peak;
    }

    /** The rate this many seconds after the reduction. */
    double rate(double seconds) {
        double distance = seconds - plateau;
        return SCALE * distance * distance * distance + peak;
    }

    /**
     * The rate this many seconds after the reduction if attempts wait for their turn: beyond the plateau, at least half as
     * much again each second. That nothing was throttled until then shows that the callee allows more than it did. The
     * curve alone takes five seconds to double a rate of 50 per second, and longer for higher rates.
     */
    double rateInDemand(double seconds) {
        double beyond = seconds - plateau;
        return beyond <= 0 ? rate(seconds) : Math.max(rate(seconds), peak * Math.pow(GROWTH_IN_DEMAND, beyond));
    }

    /** How many attempts the rate admits between two times, in seconds, if it stays at its peak once it is there. */
    double attempts(double from, double to) {
        return peak * (to - from) + missing(to) - missing(from);
    }

    private double missing(double seconds) {
        double distance = Math.min(0, seconds - plateau);
        return SCALE / 4 * distance * distance * distance * distance;
    }
}
