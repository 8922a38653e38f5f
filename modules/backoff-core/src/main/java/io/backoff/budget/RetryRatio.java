package io.backoff.budget;

import org.jspecify.annotations.Nullable;

/**
 * The ratio of retries to calls over the current second and the 59 before it. Counting begins with the first call or
 * retry.
 */
final class RetryRatio {

    private static final long SECOND = 1_000_000_000L;
    private static final int SECONDS = 60;

    private static final int CALLS = 0;
    private static final int RETRIES = 1;

    private volatile @Nullable SlidingCounter events;

    void called(long now) {
        events(now).count(CALLS, now);
    }

    void retried(long now) {
        events(now).count(RETRIES, now);
    }

    double ratio(long now) {
        SlidingCounter counted = events(now);
        long calls = counted.sum(CALLS, now);
        return calls > 0 ? (double) counted.sum(RETRIES, now) / calls : 0;
    }

    private SlidingCounter events(long now) {
        SlidingCounter known = events;
        return known != null ? known : begin(now);
    }

    private synchronized SlidingCounter begin(long now) {
        SlidingCounter known = events;
        if (known == null) {
            // The counted minute is aligned to whole seconds, unless the clock's reading is negative.
            known = new SlidingCounter(2, SECONDS, SECOND, now < 0 ? now : now - now % SECOND);
            events = known;
        }
        return known;
    }
}
