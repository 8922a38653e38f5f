package io.backoff.server;

import io.backoff.budget.SlidingCounter;
import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts requests and rejections in a sliding window. Requests are counted separately for each number of previous
 * attempts; high numbers are counted together. The counts cover at least nine tenths of the window's length.
 */
public final class RequestWindow {

    /** Requests with this number of previous attempts, or more, are counted together. */
    static final int MOST = 3;

    private static final int REJECTIONS = MOST + 1;
    private static final int KINDS = REJECTIONS + 1;
    private static final int SLICES = 10;

    private final LongAdder[] totals = new LongAdder[MOST + 1];
    private final TimeSource time;
    private final SlidingCounter recent;

    /** Creates an empty window. */
    public RequestWindow(Duration length, TimeSource time) {
        this.time = time;
        long slice = Math.max(1, TimeUnit.NANOSECONDS.convert(length) / SLICES);
        this.recent = new SlidingCounter(KINDS, SLICES, slice, time.nanoTime());
        for (int i = 0; i < totals.length; i++) {
            totals[i] = new LongAdder();
        }
    }

    void arrived(int previousAttempts) {
        int index = Math.min(previousAttempts, MOST);
        totals[index].increment();
        recent.count(index, time.nanoTime());
    }

    void rejected() {
        recent.count(REJECTIONS, time.nanoTime());
    }

    /** Returns the current counts of the window. */
    public RequestCounts counts() {
        long now = time.nanoTime();
        long first = recent.sum(0, now);
        long retries = 0;
        for (int attempts = 1; attempts <= MOST; attempts++) {
            retries += recent.sum(attempts, now);
        }
        return new RequestCounts(first + retries, retries, recent.sum(REJECTIONS, now));
    }

    /**
     * Returns how many requests since the start had this number of previous attempts; for {@link #MOST}, this number or
     * more.
     */
    long total(int previousAttempts) {
        return totals[previousAttempts].sum();
    }
}
