package io.backoff.delay;

import java.util.random.RandomGenerator;

/** A growing delay with jitter. Its bounds depend on the ordinal of the wait, not on the previous delay. */
record Jittered(Growth growth, JitterGeometry spread, Cap cap, long maxNanos, long granularityNanos) implements Delay {

    Jittered {
        Require.atLeast("maxNanos", maxNanos, 0);
        Require.atLeast("granularityNanos", granularityNanos, 0);
    }

    @Override
    public long nanos(int wait, long previousNanos, RandomGenerator random) {
        return draw(wait).next(random);
    }

    @Override
    public Bounds bounds(int wait) {
        return draw(wait).bounds();
    }

    private DelayDistribution draw(int wait) {
        Require.atLeast("wait", wait, 1);
        Window window = cap.window(spread, growth.nanos(wait), maxNanos);
        return DelayDistribution.from(window, granularityNanos, cap.limit(maxNanos));
    }
}
