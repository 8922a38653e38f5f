package io.backoff.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats a duration for human readers: {@code 51.2 us}, {@code 28 ms}, {@code 1.5 s}, {@code 2 min 5 s}, {@code 1 d 4
 * min}.
 */
public final class DurationText {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int DECIMALS = 3;

    private DurationText() {}

    /**
     * Formats the exact duration, except that the smallest unit has at most three decimals; further digits are cut off.
     */
    public static String of(Duration duration) {
        if (duration.isNegative()) {
            return "-" + of(duration.abs());
        }
        return duration.compareTo(MINUTE) < 0 ? small(duration.toNanos()) : large(duration);
    }

    /**
     * Formats a measured duration with useful digits only: cut to whole seconds from one minute on, and to whole
     * milliseconds below one minute. A duration of less than a millisecond is not cut.
     */
    public static String rounded(Duration duration) {
        Duration whole = duration.truncatedTo(duration.compareTo(MINUTE) < 0 ? ChronoUnit.MILLIS : ChronoUnit.SECONDS);
        return of(whole.isZero() ? duration : whole);
    }

    private static String small(long nanos) {
        if (nanos == 0) {
            return "0 ms";
        }
        if (nanos < 1_000) {
            return nanos + " ns";
        }
        if (nanos < 1_000_000) {
            return decimal(nanos, 3) + " us";
        }
        return nanos < 1_000_000_000 ? decimal(nanos, 6) + " ms" : decimal(nanos, 9) + " s";
    }

    private static String large(Duration duration) {
        List<String> parts = new ArrayList<>();
        add(parts, duration.toDays(), "d");
        add(parts, duration.toHoursPart(), "h");
        add(parts, duration.toMinutesPart(), "min");
        long rest = duration.toSecondsPart() * 1_000_000_000L + duration.toNanosPart();
        if (rest > 0) {
            parts.add(small(rest));
        }
        return String.join(" ", parts);
    }

    private static void add(List<String> parts, long amount, String unit) {
        if (amount > 0) {
            parts.add(amount + " " + unit);
        }
    }

    private static String decimal(long nanos, int scale) {
        return BigDecimal.valueOf(nanos, scale)
                .setScale(DECIMALS, RoundingMode.DOWN)
                .stripTrailingZeros()
                .toPlainString();
    }
}
