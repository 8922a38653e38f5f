package io.backoff.pace;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts attempts and throttled attempts of the last second. The second consists of ten slices: the current tenth of a
 * second and the nine before it. Counting takes no lock: a slice is replaced, never reset. An attempt that begins as a
 * slice ends may be counted in the next slice.
 *
 * <p>While a Retry-After holds back the attempts of a {@link Lane}, the lane's gate is closed. The window also stores
 * when the gate opens, because the rate is measured over the time in which it was open. The lane's lock guards the
 * state of the gate.
 */
final class RateWindow {

    static final double NANOS_PER_SECOND = 1e9;

    private static final int SLICES = 10;
    private static final long SLICE = 100_000_000;

    /**
     * The shortest time over which a rate is measured, in nanoseconds. Over a shorter time, the rate would be
     * meaningless, for example if the first attempts all begin at once.
     */
    private static final long SHORTEST = 1_000_000;

    private final AtomicReferenceArray<@Nullable Slice> attempts = new AtomicReferenceArray<>(SLICES);
    // Throttled attempts have slices of their own: a response during a pause replaces an old slice here. In "attempts",
    // the old slices must stay during a pause, because the rate is still computed from them.
    private final AtomicReferenceArray<@Nullable Slice> throttled = new AtomicReferenceArray<>(SLICES);
    // Throttled attempts that began in the last second are counted here too, each in the slice in which it began.
    private final AtomicReferenceArray<@Nullable Slice> throttledByStart = new AtomicReferenceArray<>(SLICES);
    private final long start;
    // The slice in which the latest attempt began.
    private volatile Slice newest;
    // When attempts resumed after a pause of a second or more.
    private volatile long busySince;
    private long gate;
    // The time up to which the fields below are up to date.
    private long recorded;
    // How long the gate was closed in each slice, in nanoseconds.
    private final long[] closed = new long[SLICES];
    // For each entry of "closed", the number of the slice that it describes, counted from the start. Entries are
    // reused.
    private final long[] closedIn = new long[SLICES];

    RateWindow(long start) {
        this.start = start;
        this.busySince = start;
        this.gate = start;
        this.recorded = start;
        this.newest = new Slice(-SLICES, start, start);
    }

    /** Counts an attempt that begins. */
    void began(long now) {
        Slice last = newest;
        if (now - last.end >= 0) {
            last = current(attempts, now);
            if (isPausing(now)) {
                busySince = now;
            }
            newest = last;
        }
        last.count.increment();
    }

    /** Counts an attempt that begins while the {@link Lane} limits the rate. */
    void beganPaced(long now) {
        record(now);
        if (isPausing(now)) {
            Arrays.fill(closed, 0);
        }
        began(now);
    }

    /**
     * Removes the count of an attempt that is not made after all.
     *
     * @param began when the attempt was counted
     */
    void takeBack(long began) {
        long number = number(began);
        Slice slice = attempts.get((int) (number % SLICES));
        if (slice != null && slice.number == number) {
            slice.count.decrement();
        }
    }

    /**
     * Counts a throttled attempt.
     *
     * @param began when the attempt began
     * @param retryAfterEnd the end of the Retry-After delay; {@code now} if there is none
     */
    void throttled(long now, long began, long retryAfterEnd) {
        Slice slice = current(throttled, now);
        slice.count.increment();
        slice.hinted(retryAfterEnd);
        if (number(began) > number(now) - SLICES) {
            current(throttledByStart, began).count.increment();
        }
    }

    /** The number of attempts in the last second. */
    long attempts(long now) {
        return sum(attempts, number(now));
    }

    /** The number of throttled responses in the last second. */
    long throttled(long now) {
        return sum(throttled, number(now));
    }

    /**
     * The share of the last second's attempts that were throttled, 0 to 1; 1 if there were no attempts. Unlike
     * {@link #throttled}, it does not count responses to attempts that began before that second.
     */
    double throttledShare(long now) {
        long all = attempts(now);
        return all == 0 ? 1 : Math.min(1, (double) sum(throttledByStart, number(now)) / all);
    }

    private static long sum(AtomicReferenceArray<@Nullable Slice> slices, long number) {
        long sum = 0;
        for (int i = 0; i < SLICES; i++) {
            Slice slice = slices.get(i);
            sum += isRecent(slice, number) ? slice.count.sum() : 0;
        }
        return sum;
    }

    /** The latest end of the Retry-After delays received in the last second; {@code now} if all have ended. */
    long retryAfterEnd(long now) {
        long end = now;
        for (int i = 0; i < SLICES; i++) {
            Slice slice = throttled.get(i);
            end = isRecent(slice, number(now)) ? slice.laterHint(end) : end;
        }
        return end;
    }

    /**
     * The rate of attempts over the last second, not counting the time in which a Retry-After kept the gate closed.
     * After a pause of a second or more, measuring restarts with the next attempt. During the pause, the rate keeps its
     * last value, because a pause reveals nothing about the callee.
     */
    double rate(long now) {
        record(now);
        Slice last = newest;
        boolean pausing = isPausing(now);
        long number = pausing ? last.number : number(now);
        long end = pausing ? start + (number + 1) * SLICE : now;
        long from = later(busySince, start + (number - SLICES + 1) * SLICE);
        long open = end - from;
        for (int i = 0; i < SLICES; i++) {
            open -= closedIn[i] > number - SLICES && closedIn[i] <= number ? closed[i] : 0;
        }
        return sum(attempts, number) * NANOS_PER_SECOND / Math.max(SHORTEST, open);
    }

    /** The time at which the gate opens, or has opened, to let attempts begin. */
    long gate() {
        return gate;
    }

    /** Closes the gate until at least the given time: no attempt begins before then. */
    void close(long now, long until) {
        record(now);
        gate = later(gate, until);
    }

    /** Adds up how long the gate was closed, for each tenth of a second, until {@code now}. */
    private void record(long now) {
        long end = now - gate < 0 ? now : gate;
        long from = later(recorded, start + (number(now) - SLICES + 1) * SLICE);
        while (end - from > 0) {
            long number = number(from);
            long next = start + (number + 1) * SLICE;
            long to = next - end < 0 ? next : end;
            int index = (int) (number % SLICES);
            closed[index] = (closedIn[index] == number ? closed[index] : 0) + (to - from);
            closedIn[index] = number;
            from = to;
        }
        // Another thread may have read a later time and got the lock earlier.
        recorded = later(recorded, now);
    }

    private boolean isPausing(long now) {
        return newest.number <= number(now) - SLICES;
    }

    private static boolean isRecent(@Nullable Slice slice, long number) {
        return slice != null && slice.number > number - SLICES && slice.number <= number;
    }

    private Slice current(AtomicReferenceArray<@Nullable Slice> slices, long now) {
        long number = number(now);
        int index = (int) (number % SLICES);
        while (true) {
            Slice slice = slices.get(index);
            // If a later slice has already taken this place, this thread was delayed, and the attempt counts in the
            // later slice.
            if (slice != null && slice.number >= number) {
                return slice;
            }
            Slice next = new Slice(number, now, start + (number + 1) * SLICE);
            if (slices.compareAndSet(index, slice, next)) {
                return next;
            }
        }
    }

    // The number is computed from a difference, because the clock has an arbitrary origin and may overflow.
    private long number(long now) {
        return Math.max(0, now - start) / SLICE;
    }

    static long later(long one, long other) {
        return one - other < 0 ? other : one;
    }

    private static final class Slice {

        private final long number;
        private final long end;
        private final LongAdder count = new LongAdder();
        private long retryAfterEnd;

        Slice(long number, long now, long end) {
            this.number = number;
            this.end = end;
            this.retryAfterEnd = now;
        }

        synchronized void hinted(long until) {
            retryAfterEnd = later(retryAfterEnd, until);
        }

        synchronized long laterHint(long other) {
            return later(retryAfterEnd, other);
        }
    }
}
