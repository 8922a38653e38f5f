package io.backoff.spring;

import java.time.Duration;

/** Whole milliseconds, as Spring counts: rounded up, because 0 means "at once" or "for ever" there. */
final class Millis {

    private static final long NANOS = 1_000_000;

    private Millis() {}

    static long roundedUp(long nanos) {
        return nanos / NANOS + (nanos % NANOS == 0 ? 0 : 1);
    }

    /** What is longer than a long can count in milliseconds is cut there. */
    static Duration roundedUp(Duration duration) {
        Duration longest = Duration.ofMillis(Long.MAX_VALUE);
        if (duration.compareTo(longest) >= 0) {
            return longest;
        }
        long whole = duration.toMillis();
        return Duration.ofMillis(duration.getNano() % NANOS == 0 ? whole : whole + 1);
    }
}
