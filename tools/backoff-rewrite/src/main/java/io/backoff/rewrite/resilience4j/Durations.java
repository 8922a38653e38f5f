package io.backoff.rewrite.resilience4j;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes durations as Spring Boot does; a number without a unit is in milliseconds. */
final class Durations {

    private static final Pattern SIMPLE = Pattern.compile("\\+?(?<amount>\\d+)(?<unit>[a-zA-Z]{0,2})");
    private static final long[] UNITS = {86_400_000, 3_600_000, 60_000, 1000};
    private static final String[] NAMES = {"d", "h", "m", "s"};

    private Durations() {}

    /** Returns whole milliseconds, Resilience4j's unit. */
    static long millis(String field, String text) {
        Matcher simple = SIMPLE.matcher(text);
        try {
            return simple.matches()
                    ? millis(Long.parseLong(simple.group("amount")), simple.group("unit"), field)
                    : Duration.parse(text).toMillis();
        } catch (DateTimeException | ArithmeticException | NumberFormatException exception) {
            throw unreadable(field, text);
        }
    }

    private static long millis(long amount, String unit, String field) {
        return switch (unit.toLowerCase(java.util.Locale.ROOT)) {
            case "ns" -> amount / 1_000_000;
            case "us" -> amount / 1000;
            case "ms", "" -> amount;
            case "s" -> Math.multiplyExact(amount, 1000L);
            case "m" -> Math.multiplyExact(amount, 60_000L);
            case "h" -> Math.multiplyExact(amount, 3_600_000L);
            case "d" -> Math.multiplyExact(amount, 86_400_000L);
            default -> throw unreadable(field, amount + unit);
        };
    }

    private static RuntimeException unreadable(String field, String text) {
        return Unsupported.delay("'%s: %s' is not a duration".formatted(field, text));
    }

    /** Returns the shortest text: {@code 1500ms}, {@code 2s}. */
    static String text(long millis) {
        for (int i = 0; i < UNITS.length; i++) {
            if (millis > 0 && millis % UNITS[i] == 0) {
                return millis / UNITS[i] + NAMES[i];
            }
        }
        return millis + "ms";
    }
}
