package io.backoff.budget;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Grants retries that need not be earned and cannot be saved up: at most {@code max(1, rate)} at once, and {@code
 * max(1, rate) + rate * T} in any {@code T} seconds.
 *
 * <p>Implements the generic cell rate algorithm (GCRA). Its only state is the time at which the next retry would be due
 * if retries were evenly spaced. A retry may come earlier than that by a fixed tolerance.
 */
final class Reserve {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Half of {@link Long#MAX_VALUE}, or 146 years in nanoseconds: differences of times then never overflow. */
    private static final double LONGEST_PERIOD = 1L << 62;

    private static final long UNUSED = Long.MIN_VALUE;

    private final double perSecond;

    private final long period;

    private final long tolerance;

    private final AtomicLong due = new AtomicLong(UNUSED);

    Reserve(double perSecond) {
        this.perSecond = perSecond;
        // The period is rounded up, so that the rate never exceeds the configured one.
        this.period = (long) Math.min(LONGEST_PERIOD, Math.ceil(NANOS_PER_SECOND / perSecond));
        this.tolerance = (long) (this.period * (Math.max(1, perSecond) - 1));
    }

    boolean tryTake(long now) {
        if (perSecond == 0) {
            return false;
        }
        while (true) {
            long current = due.get();
            long start = current == UNUSED || current - now < 0 ? now : current;
            if (start - now > tolerance) {
                return false;
            }
            long next = start + period;
            // A due time equal to the marker UNUSED is moved by a nanosecond.
            if (due.compareAndSet(current, next == UNUSED ? next + 1 : next)) {
                return true;
            }
        }
    }

    /**
     * Takes back a retry that was granted at {@code taken}. Does nothing if that retry came early, or if another one
     * was granted since: in both cases, the next retry is due later than {@code taken + period}.
     */
    void putBack(long taken) {
        due.compareAndSet(taken + period, taken);
    }
}
