package io.backoff.benchmarks.throttling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** A callee whose limit is a token bucket. It responds with 429 to requests beyond the limit. Thread-safe. */
final class Callee {

    private static final double NANOS_PER_SECOND = 1e9;

    private final LongSupplier nanoTime;
    private final long start;
    private final Limit limit;
    private final Duration retryAfter;
    private final int rejectedOf;
    private final List<int[]> seconds = new ArrayList<>();
    private double tokens;
    private long filled;
    private int requests;

    /**
     * Creates a callee.
     *
     * @param retryAfter the {@code Retry-After} of the rejections; zero for none
     * @param rejectedOf <i>n</i> to reject every <i>n</i>-th request, whatever the limit
     */
    Callee(LongSupplier nanoTime, Limit limit, Duration retryAfter, int rejectedOf) {
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.limit = limit;
        this.retryAfter = retryAfter;
        this.rejectedOf = rejectedOf;
        this.tokens = limit.burst();
    }

    /** Receives a request, and returns whether the request is admitted. */
    synchronized boolean admits() {
        long now = nanoTime.getAsLong() - start;
        double middle = (filled + now) / 2.0 / NANOS_PER_SECOND;
        tokens = Math.min(limit.burst(), tokens + limit.at(middle) * (now - filled) / NANOS_PER_SECOND);
        filled = now;
        requests++;
        boolean admitted = tokens >= 1 && requests % rejectedOf != 0;
        if (admitted) {
            tokens--;
        }
        count((int) (now / NANOS_PER_SECOND), admitted ? 0 : 1);
        return admitted;
    }

    Limit limit() {
        return limit;
    }

    Duration retryAfter() {
        return retryAfter;
    }

    /** The number of received requests. */
    synchronized int requests() {
        return requests;
    }

    /** The numbers of admitted and of throttled requests in each second. */
    synchronized List<int[]> seconds() {
        return List.copyOf(seconds);
    }

    private void count(int second, int column) {
        while (seconds.size() <= second) {
            seconds.add(new int[2]);
        }
        seconds.get(second)[column]++;
    }
}
