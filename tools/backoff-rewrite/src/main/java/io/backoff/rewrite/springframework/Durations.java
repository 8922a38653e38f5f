package io.backoff.rewrite.springframework;

import io.backoff.rewrite.java.CannotMigrateException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Reads durations as Spring Framework does: {@code 500}, {@code 500ms}, {@code 1m30s}, {@code PT0.5S}. */
final class Durations {

    private static final Pattern PART = Pattern.compile("(?<amount>\\d+)(?<unit>[a-z]{1,2})");
    private static final Pattern PARTS = Pattern.compile("(\\d+[a-z]{1,2})+");

    private Durations() {}

    /** Returns whole milliseconds, Spring Framework's unit. */
    static double millis(String name, String text, TimeUnit unit) {
        try {
            if (text.matches("[+]?\\d+")) {
                return unit.toMillis(Long.parseLong(text));
            }
            String lower = text.toLowerCase(Locale.ROOT);
            return PARTS.matcher(lower).matches() ? sum(lower) : iso(text);
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException exception) {
            throw new CannotMigrateException(
                    "the value '%s' of '%s' is not a duration: write one, such as '500ms'".formatted(text, name),
                    "annotations");
        }
    }

    private static double sum(String text) {
        Duration sum = Duration.ZERO;
        for (var part : PART.matcher(text).results().toList()) {
            sum = sum.plus(Duration.of(
                    Long.parseLong(part.group(1)), unit(part.group(2)).toChronoUnit()));
        }
        return sum.toMillis();
    }

    private static double iso(String text) {
        return Duration.parse(text).toMillis();
    }

    private static TimeUnit unit(String suffix) {
        return switch (suffix) {
            case "ns" -> TimeUnit.NANOSECONDS;
            case "us" -> TimeUnit.MICROSECONDS;
            case "ms" -> TimeUnit.MILLISECONDS;
            case "s" -> TimeUnit.SECONDS;
            case "m" -> TimeUnit.MINUTES;
            case "h" -> TimeUnit.HOURS;
            case "d" -> TimeUnit.DAYS;
            default -> throw new IllegalArgumentException(suffix);
        };
    }
}
