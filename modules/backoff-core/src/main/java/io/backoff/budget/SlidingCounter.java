package io.backoff.budget;

import io.backoff.Internal;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts events of several kinds in a sliding window of time, which consists of n slices of equal length. When a slice
 * ends, the whole oldest slice is dropped, so the window covers between n - 1 and n slices.
 *
 * <p>Slices follow each other without gaps from the start of counting, even if no events occur, so all are equally
 * long. The counter takes no locks. It replaces a dropped slice by a new object: a reset could erase an event that
 * another thread has just counted for the new slice. The counter has no thread and no clock of its own, because its
 * callers pass the time. An event that occurs as a slice ends may count for the next one.
 */
@Internal
public final class SlidingCounter {

    private final AtomicReferenceArray<Slice> slices;
    private final int kinds;
    private final long sliceNanos;
    private final long start;
    // A shortcut: most events fall into the same slice as the previous event.
    private volatile Slice latest;

    /**
     * Creates an empty counter.
     *
     * @param kinds number of kinds of events
     * @param slices number of slices in the window
     * @param sliceNanos length of a slice
     * @param start the reading of a monotonic clock when the first slice begins
     */
    public SlidingCounter(int kinds, int slices, long sliceNanos, long start) {
        this.kinds = kinds;
        this.slices = new AtomicReferenceArray<>(slices);
        this.sliceNanos = sliceNanos;
        this.start = start;
        this.latest = new Slice(0, start, kinds);
        this.slices.set(0, latest);
    }

    /**
     * Counts an event of a kind; kinds are numbered from 0.
     *
     * @param kind the kind, from 0
     * @param now the current reading of the monotonic clock
     */
    public void count(int kind, long now) {
        Slice last = latest;
        long into = now - last.start;
        Slice slice = into >= 0 && into < sliceNanos ? last : current(number(now));
        slice.counts[kind].increment();
    }

    /**
     * {@return the number of events of a kind in the window that ends now}
     *
     * @param kind the kind, from 0
     * @param now the current reading of the monotonic clock
     */
    public long sum(int kind, long now) {
        long oldest = number(now) - slices.length() + 1;
        long sum = 0;
        for (int i = 0; i < slices.length(); i++) {
            Slice slice = slices.get(i);
            sum += slice == null || slice.number < oldest ? 0 : slice.counts[kind].sum();
        }
        return sum;
    }

    private Slice current(long number) {
        int index = (int) (number % slices.length());
        while (true) {
            Slice slice = slices.get(index);
            // If the slice is newer, this thread was delayed for a whole window, and counts the event in the newer
            // slice.
            if (slice != null && slice.number >= number) {
                return latest(slice);
            }
            Slice next = new Slice(number, start + number * sliceNanos, kinds);
            if (slices.compareAndSet(index, slice, next)) {
                return latest(next);
            }
        }
    }

    private Slice latest(Slice slice) {
        if (slice.number > latest.number) {
            latest = slice;
        }
        return slice;
    }

    // The number is computed from a difference, because nanoTime has an arbitrary origin and may wrap.
    private long number(long now) {
        return Math.max(0, now - start) / sliceNanos;
    }

    private static final class Slice {

        private final long number;
        private final long start;
        private final LongAdder[] counts;

        Slice(long number, long start, int kinds) {
            this.number = number;
            this.start = start;
            this.counts = new LongAdder[kinds];
            for (int i = 0; i < kinds; i++) {
                counts[i] = new LongAdder();
            }
        }
    }
}
