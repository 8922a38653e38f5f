package io.backoff.benchmarks.throttling;

/**
 * The rate limit of a callee, with a burst. The rate may be halved for a while.
 *
 * @param perSecond requests per second
 * @param burst requests that are admitted at once after a pause, in addition to the rate
 * @param halved when the rate is halved, in seconds from the start
 * @param doubled when the rate returns to its first value, in seconds from the start
 */
record Limit(double perSecond, int burst, double halved, double doubled) {

    /** A limit that no client reaches. */
    static final Limit NONE = steady(1e6, 1_000_000);

    static Limit steady(double perSecond, int burst) {
        return new Limit(perSecond, burst, Double.MAX_VALUE, Double.MAX_VALUE);
    }

    /** The permitted requests per second at the given moment, in seconds from the start. */
    double at(double second) {
        return second >= halved && second < doubled ? perSecond / 2 : perSecond;
    }

    /** The number of requests admitted in this many seconds from the start if clients use the whole limit. */
    double admitted(double seconds) {
        double low = Math.max(0, Math.min(seconds, doubled) - halved);
        return burst + perSecond * seconds - perSecond / 2 * low;
    }

    /** The shortest time in which this many requests can be admitted, in seconds. */
    double ideal(int requests) {
        double left = Math.max(0, requests - burst) / perSecond;
        if (left <= halved) {
            return left;
        }
        double low = left - halved;
        return low <= (doubled - halved) / 2 ? halved + 2 * low : left + (doubled - halved) / 2;
    }
}
