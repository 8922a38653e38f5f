package io.backoff.spring;

import java.time.Duration;

/** Rounds durations up to whole milliseconds, Spring's unit, in which 0 means "immediately" or "forever". */
final class Millis {

    private static final long NANOS = 1_000_000;

    private Millis() {}

    static long roundedUp(long nanos) {
        return nanos / NANOS + (nanos % NANOS == 0 ? 0 : 1);
    }

    /** The duration in whole milliseconds, at most {@link Long#MAX_VALUE}. */
    static Duration roundedUp(Duration duration) {
        Duration longest = Duration.ofMillis(Long.MAX_VALUE);
        if (duration.compareTo(longest) >= 0) {
            return longest;
        }
        long whole = duration.toMillis();
        return Duration.ofMillis(duration.getNano() % NANOS == 0 ? whole : whole + 1);
    }
}
