package io.backoff.policy;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Retries per call over the running second and the 59 before it.
 *
 * <p>Counting is one increment and one comparison. The first event of a second also notes the totals at the second's
 * edge in a ring, from which the totals of a minute ago are subtracted; there is no thread and no clock in here. Events
 * that race with an edge may count for the neighbouring second.
 */
final class RetryRatio {

    private static final long SECOND = 1_000_000_000L;

    private static final int SECONDS = 60;

    private final LongAdder calls = new LongAdder();

    private final LongAdder retries = new LongAdder();

    private final ReentrantLock lock = new ReentrantLock();

    /** Totals at the edge of each second, as many as are in the window; guarded by the lock. */
    private final long[] callsAtEdge = new long[SECONDS];

    private final long[] retriesAtEdge = new long[SECONDS];

    /** Slot of the running second, and therefore one past it the oldest; guarded by the lock. */
    private int slot;

    /** Whether the edge comes from a time that was passed in; written under the lock. */
    private volatile boolean started;

    /** When the running second began; written under the lock. */
    private volatile long edge;

    void called(long now) {
        tick(now);
        calls.increment();
    }

    void retried(long now) {
        tick(now);
        retries.increment();
    }

    double ratio(long now) {
        lock.lock();
        try {
            roll(now);
            int oldest = (slot + 1) % SECONDS;
            long recentCalls = calls.sum() - callsAtEdge[oldest];
            return recentCalls > 0 ? (double) (retries.sum() - retriesAtEdge[oldest]) / recentCalls : 0;
        } finally {
            lock.unlock();
        }
    }

    private void tick(long now) {
        // Who does not get the lock just counts on, someone else is at it.
        if ((!started || now - edge >= SECOND) && lock.tryLock()) {
            try {
                roll(now);
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Moves on to the second that contains {@code now}. Nothing was counted after the second that was running so far,
     * or it would have moved on then: the totals are the same at all edges in between.
     */
    private void roll(long now) {
        long elapsed = now - edge;
        if (!started) {
            // All totals so far are 0, but for events that race with this one: they are of this second, not of one
            // before.
            edge = now < 0 ? now : now - now % SECOND;
            started = true;
        } else if (elapsed >= SECOND) {
            note((int) Math.min(elapsed / SECOND, SECONDS));
            edge = now - elapsed % SECOND; // whole seconds on, so that edges do not drift
        }
    }

    private void note(int edges) {
        long callsNow = calls.sum();
        long retriesNow = retries.sum();
        for (int i = 0; i < edges; i++) {
            slot = (slot + 1) % SECONDS;
            callsAtEdge[slot] = callsNow;
            retriesAtEdge[slot] = retriesNow;
        }
    }
}
