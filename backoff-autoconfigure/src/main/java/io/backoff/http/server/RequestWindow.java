package io.backoff.http.server;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the requests of the last while by how many attempts came before them, and the rejections among them. Counts to
 * a slice: at the end of a slice, the oldest one is forgotten as a whole, so that the window is between nine and ten
 * slices long.
 *
 * <p>Slices are aligned with the time, not with the last request, so that they do not grow when requests are rare. No
 * locks: a slice is replaced, never reset, and thus loses nothing that was counted in it while it was the current one.
 */
final class RequestWindow {

    /** Requests are told apart up to this number of earlier attempts. */
    static final int MOST = 3;

    private static final int SLICES = 10;

    private final AtomicReferenceArray<Slice> slices = new AtomicReferenceArray<>(SLICES);
    private final LongAdder[] totals = adders();
    private final TimeSource time;
    private final long start;
    private final long sliceLength;

    RequestWindow(Duration length, TimeSource time) {
        this.time = time;
        this.start = time.nanoTime();
        this.sliceLength = Math.max(1, nanos(length) / SLICES);
    }

    void arrived(int previousAttempts) {
        int index = Math.min(previousAttempts, MOST);
        totals[index].increment();
        current().arrivals[index].increment();
    }

    void rejected() {
        current().rejections.increment();
    }

    RequestCounts counts() {
        long now = number();
        long requests = 0;
        long retries = 0;
        long rejections = 0;
        for (int i = 0; i < SLICES; i++) {
            Slice slice = slices.get(i);
            if (slice == null || slice.number <= now - SLICES) {
                continue;
            }
            for (int attempts = 0; attempts <= MOST; attempts++) {
                long count = slice.arrivals[attempts].sum();
                requests += count;
                retries += attempts == 0 ? 0 : count;
            }
            rejections += slice.rejections.sum();
        }
        return new RequestCounts(requests, retries, rejections);
    }

    /** All requests since the start that had so many attempts before them, {@link #MOST} standing for more too. */
    long total(int previousAttempts) {
        return totals[previousAttempts].sum();
    }

    private Slice current() {
        long number = number();
        int index = (int) (number % SLICES);
        while (true) {
            Slice slice = slices.get(index);
            // A later one: this thread was held up for a whole window, and counts where the others are by now.
            if (slice != null && slice.number >= number) {
                return slice;
            }
            Slice next = new Slice(number);
            if (slices.compareAndSet(index, slice, next)) {
                return next;
            }
        }
    }

    // By difference: nanoTime may start anywhere and wrap.
    private long number() {
        return Math.max(0, time.nanoTime() - start) / sliceLength;
    }

    private static long nanos(Duration length) {
        try {
            return length.toNanos();
        } catch (ArithmeticException endless) {
            return Long.MAX_VALUE;
        }
    }

    private static LongAdder[] adders() {
        LongAdder[] adders = new LongAdder[MOST + 1];
        for (int i = 0; i < adders.length; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }

    private static final class Slice {

        private final long number;
        private final LongAdder[] arrivals = adders();
        private final LongAdder rejections = new LongAdder();

        Slice(long number) {
            this.number = number;
        }
    }
}
