package io.backoff.dryrun;

import io.backoff.classify.Verdict;
import io.backoff.engine.stats.AttemptRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The results of attempts under one policy in the last ten minutes, by the minute in which the call began. To record a
 * call whose first attempt succeeds, one counter is incremented.
 *
 * <p>The record takes no locks: the slice of an old minute is replaced, never reset, so no count is lost. The record
 * has no thread and no clock of its own: callers pass the time, and the first attempt recorded for a minute replaces
 * the old slice. If a call began before the window, its attempts are not recorded.
 */
final class AttemptRecord implements AttemptRecorder {

    /** The number of slices: ten whole minutes and the current minute. */
    static final int SLICES = 11;

    static final long SLICE_NANOS = 60_000_000_000L;

    private enum Place {
        UNDECIDED,
        TAKEN,
        DENIED
    }

    private final AtomicReferenceArray<@Nullable AttemptSlice> slices = new AtomicReferenceArray<>(SLICES);
    private final long origin;
    private final BooleanSupplier places;
    private final AtomicReference<Place> place = new AtomicReference<>(Place.UNDECIDED);

    /**
     * Creates an empty record.
     *
     * @param origin start of the application
     * @param places counts this record against the maximum number of records, before the first attempt is recorded;
     *     returns {@code false} if the maximum is exceeded
     */
    AttemptRecord(long origin, BooleanSupplier places) {
        this.origin = origin;
        this.places = places;
    }

    @Override
    public void succeeded(int attempt, long start) {
        AttemptSlice slice = slice(start);
        if (slice != null) {
            slice.succeeded(attempt);
        }
    }

    @Override
    public void failed(int attempt, long start, Verdict verdict, long nanos) {
        AttemptSlice slice = slice(start);
        if (slice != null) {
            slice.failed(attempt, verdict, nanos);
        }
    }

    /** Whether calls were not recorded because there are too many records. */
    boolean isDenied() {
        return place.get() == Place.DENIED;
    }

    /** Returns the window that ends now. */
    AttemptWindow window(long now) {
        long current = number(now, origin);
        long oldest = oldest(now, origin);
        long since = origin + oldest * SLICE_NANOS;
        List<AttemptWindow.Slice> found = new ArrayList<>();
        for (long number = oldest; number <= current; number++) {
            AttemptSlice slice = slices.get((int) (number % SLICES));
            if (slice != null && slice.number == number) {
                long start = (number - oldest) * SLICE_NANOS;
                long nanos = Math.min(SLICE_NANOS, Math.max(1, now - since - start));
                found.add(new AttemptWindow.Slice(start, nanos, slice.counts()));
            }
        }
        return new AttemptWindow(found);
    }

    /**
     * Returns the length of the window that ends now, in nanoseconds. It is ten minutes plus the elapsed part of the
     * current minute, but at most the time since the start.
     */
    static long windowNanos(long now, long origin) {
        return Math.max(1, now - origin - oldest(now, origin) * SLICE_NANOS);
    }

    private static long oldest(long now, long origin) {
        return Math.max(0, number(now, origin) - SLICES + 1);
    }

    private @Nullable AttemptSlice slice(long start) {
        long number = number(start, origin);
        int index = (int) (number % SLICES);
        while (true) {
            AttemptSlice slice = slices.get(index);
            if (slice != null && slice.number >= number) {
                return slice.number == number ? slice : null;
            }
            if (!hasPlace()) {
                return null;
            }
            AttemptSlice next = new AttemptSlice(number);
            if (slices.compareAndSet(index, slice, next)) {
                return next;
            }
        }
    }

    private boolean hasPlace() {
        if (place.get() == Place.UNDECIDED) {
            // Concurrent calls may count the same record several times. The maximum is then reached with fewer records.
            place.compareAndSet(Place.UNDECIDED, places.getAsBoolean() ? Place.TAKEN : Place.DENIED);
        }
        return place.get() == Place.TAKEN;
    }

    // The number is computed from a difference, because nanoTime has an arbitrary origin and may overflow.
    private static long number(long time, long origin) {
        return Math.max(0, time - origin) / SLICE_NANOS;
    }
}
