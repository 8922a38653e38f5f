package io.backoff.benchmarks.throttling;

/**
 * The rate that a callee allows, and what it has saved up. It may halve for a while.
 *
 * @param perSecond requests per second
 * @param burst requests that it admits beyond that after a pause
 * @param halved from when it is halved, in seconds
 * @param doubled from when it is back, in seconds
 */
record Limit(double perSecond, int burst, double halved, double doubled) {

    /** A limit that nobody reaches. */
    static final Limit NONE = steady(1e6, 1_000_000);

    static Limit steady(double perSecond, int burst) {
        return new Limit(perSecond, burst, Double.MAX_VALUE, Double.MAX_VALUE);
    }

    /** Requests per second at this time, in seconds. */
    double at(double second) {
        return second >= halved && second < doubled ? perSecond / 2 : perSecond;
    }

    /** Requests that are admitted until then, by clients that leave no gap. */
    double admitted(double seconds) {
        double low = Math.max(0, Math.min(seconds, doubled) - halved);
        return burst + perSecond * seconds - perSecond / 2 * low;
    }

    /** The time until so many requests can have been admitted, in seconds. */
    double ideal(int requests) {
        double left = Math.max(0, requests - burst) / perSecond;
        if (left <= halved) {
            return left;
        }
        double low = left - halved;
        return low <= (doubled - halved) / 2 ? halved + 2 * low : left + (doubled - halved) / 2;
    }
}
