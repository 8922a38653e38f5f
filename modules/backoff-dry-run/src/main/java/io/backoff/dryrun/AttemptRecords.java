package io.backoff.dryrun;

import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.AttemptRecorder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The attempt records of all policies.
 *
 * <p>All records together stay below 1 MiB. One minute of one policy takes about 780 bytes: 112 counters of 4 bytes, 29
 * sums of 8 bytes, and headers. Eleven minutes take 8,600 bytes, and at most {@value #MOST} policies are recorded.
 */
final class AttemptRecords implements AttemptRecorder.Factory {

    /** Maximum number of recorded policies. */
    public static final int MOST = 112;

    private final Map<String, AttemptRecord> records = new ConcurrentHashMap<>();
    private final AtomicInteger taken = new AtomicInteger();
    private final long origin;

    /** Creates empty records, whose window begins now. */
    public AttemptRecords(TimeSource time) {
        this.origin = time.nanoTime();
    }

    @Override
    public AttemptRecorder create(String policy) {
        return record(policy);
    }

    /** Returns the attempt counts of a policy in the current window. */
    public AttemptWindow window(String policy, long now) {
        return record(policy).window(now);
    }

    /**
     * Returns the length of the current window in nanoseconds. It is ten minutes plus the elapsed part of the current
     * minute, but at most the time since the start.
     */
    public long windowNanos(long now) {
        return AttemptRecord.windowNanos(now, origin);
    }

    /** Whether the calls of a policy are not recorded because there are too many policies. */
    public boolean leavesOut(String policy) {
        return record(policy).isDenied();
    }

    private AttemptRecord record(String policy) {
        return records.computeIfAbsent(policy, name -> new AttemptRecord(origin, this::takePlace));
    }

    private boolean takePlace() {
        return taken.getAndUpdate(number -> Math.min(number + 1, MOST)) < MOST;
    }
}
