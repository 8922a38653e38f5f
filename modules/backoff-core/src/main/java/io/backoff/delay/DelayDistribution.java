package io.backoff.delay;

import java.util.random.RandomGenerator;

/**
 * The distribution of one wait: {@code unit} times a whole number, uniform in {@code first .. last}, cut at
 * {@code limit}. The unit, the limit and the bound are in nanoseconds; {@code last * unit} does not overflow. Drawn
 * delays are at most {@code bound}. They are less than {@code bound} if the unit is 1 ns and the distribution comes
 * from an {@linkplain Window#open open} window.
 */
record DelayDistribution(long first, long last, long unit, long limit, long bound) {

    static DelayDistribution from(Window window, long granularity, long limit) {
        long unit = Math.max(1, granularity);
        long last = window.end() / unit;
        long roundedUp = window.start() / unit + (window.start() % unit == 0 ? 0 : 1);
        long bound = unit == 1 ? window.bound() : unit * last;
        return new DelayDistribution(Math.min(roundedUp, last), last, unit, limit, bound);
    }

    long next(RandomGenerator random) {
        return Math.min(limit, unit * uniform(random));
    }

    Bounds bounds() {
        return new Bounds(min(), mean(), Math.min(limit, bound));
    }

    long min() {
        return Math.min(limit, unit * first);
    }

    private long uniform(RandomGenerator random) {
        if (first == last) {
            return first;
        }
        if (last < Long.MAX_VALUE) {
            return random.nextLong(first, last + 1);
        }
        // nextLong excludes its bound, and last + 1 would overflow. So the number is drawn from the range shifted down
        // by 1, and 1 is added to it. If the range begins at 0, it contains all 63-bit numbers, so the random bits are
        // used directly.
        return first > 0 ? random.nextLong(first - 1, last) + 1 : random.nextLong() >>> 1;
    }

    private long mean() {
        if (unit * first >= limit) {
            return limit;
        }
        return unit * last <= limit ? middle(unit * first, unit * last) : cutMean();
    }

    private static long middle(long from, long to) {
        long span = to - from;
        return from + span / 2 + span % 2;
    }

    /** The mean of the cut delays: E[min(X, limit)] = limit - P(X <= limit) * (limit - E[X | X <= limit]). */
    private long cutMean() {
        long lastBelow = limit / unit;
        double share = (lastBelow - first + 1.0) / (last - first + 1.0);
        double meanBelow = unit * (first / 2.0 + lastBelow / 2.0);
        // The result is limited, because converting the limit to double may round it up.
        return Math.min(limit, Math.round(limit - share * (limit - meanBelow)));
    }
}
