package io.backoff.pace;

/**
 * The growth of the rate that a {@link Lane} allows, after a reduction. It follows the curve of CUBIC congestion
 * control (RFC 9438): fast at first, slow near the rate at which the callee throttled, and then ever faster, to probe
 * for a higher limit.
 *
 * <pre>{@code rate(t) = 0.4 * (t - k)^3 + peak, k = cbrt(peak * 0.3 / 0.4)}</pre>
 *
 * <p>The constants are those of the adaptive mode of the AWS SDKs. For example, after a peak of 10 attempts per second
 * the rate is 7 immediately, 9.6 after a second, 10 after two, 10.5 after three, 13.4 after four.
 *
 * @param peak the rate at which the callee throttled, in attempts per second
 * @param plateau the time in seconds until the rate is back at the peak
 */
record Cubic(double peak, double plateau) {

    /** The rate immediately after a reduction, as a share of the peak. */
    static final double BETA = 0.7;

    private static final double SCALE = 0.4;
    private static final double GROWTH_IN_DEMAND = 1.5;

    /** Creates the growth after the rate was reduced from {@code peak}. */
    static Cubic after(double peak) {
        return new Cubic(peak, Math.cbrt(peak * (1 - BETA) / SCALE));
    }

    /** The rate immediately after the reduction. */
    double base() {
        return BETA * peak;
    }

    /** Returns the rate that applies {@code seconds} after the reduction. */
    double rate(double seconds) {
        double distance = seconds - plateau;
        return SCALE * distance * distance * distance + peak;
    }

    /**
     * Returns the rate that applies {@code seconds} after the reduction while attempts wait in the queue. Beyond the
     * plateau, this rate grows by at least 50 % per second: the callee's limit must have risen, because no attempt has
     * been throttled. The curve alone takes five seconds to double a rate of 50 per second, and longer for higher
     * rates.
     */
    double rateInDemand(double seconds) {
        double beyond = seconds - plateau;
        return beyond <= 0 ? rate(seconds) : Math.max(rate(seconds), peak * Math.pow(GROWTH_IN_DEMAND, beyond));
    }

    /**
     * Returns the number of attempts that may begin between two times, in seconds after the reduction. Assumes that the
     * rate stays at the peak once it has reached the peak.
     */
    double attempts(double from, double to) {
        return peak * (to - from) + missing(to) - missing(from);
    }

    private double missing(double seconds) {
        double distance = Math.min(0, seconds - plateau);
        return SCALE / 4 * distance * distance * distance * distance;
    }
}
