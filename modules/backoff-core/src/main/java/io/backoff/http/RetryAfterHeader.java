package io.backoff.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Retry-After} header of RFC 9110, 10.2.3: a number of seconds, or a date in one of the three formats of RFC
 * 9110, 5.6.7.
 *
 * <pre>{@code
 * RetryAfterHeader.parse("120", Instant.now())   // two minutes
 * }</pre>
 *
 * @since 0.1.0
 */
public final class RetryAfterHeader {

    /** Name of the header. */
    public static final String NAME = "Retry-After";

    /** Name of the equivalent header of Amazon Web Services, which contains milliseconds. */
    public static final String AMAZON_NAME = "x-amz-retry-after";

    // This is longer than any valid value, and limits the cost of parsing a hostile value.
    private static final int MAX_LENGTH = 64;
    private static final List<DateTimeFormatter> DATES =
            List.of(DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.US), rfc850(), asctime());

    private RetryAfterHeader() {}

    /**
     * Parses a {@code Retry-After} header.
     *
     * @param value the header as received
     * @param now the current time, for converting a date to a delay
     * @return {@code null} if the header is absent, malformed or zero, or is a date in the past
     */
    public static @Nullable Duration parse(@Nullable String value, Instant now) {
        String text = value == null ? "" : value.trim();
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            return null;
        }
        return positive(Character.isDigit(text.charAt(0)) ? number(text, ChronoUnit.SECONDS) : untilDate(text, now));
    }

    /**
     * Parses an {@code x-amz-retry-after} header.
     *
     * @param value the header as received: milliseconds
     * @return {@code null} if the header is absent, malformed or zero
     */
    public static @Nullable Duration parseMillis(@Nullable String value) {
        String text = value == null ? "" : value.trim();
        return text.isEmpty() || text.length() > MAX_LENGTH ? null : positive(number(text, ChronoUnit.MILLIS));
    }

    private static @Nullable Duration positive(@Nullable Duration retryAfter) {
        return retryAfter == null || retryAfter.isNegative() || retryAfter.isZero() ? null : retryAfter;
    }

    private static @Nullable Duration number(String text, ChronoUnit unit) {
        boolean digits = text.chars().allMatch(character -> character >= '0' && character <= '9');
        if (!digits) {
            return null;
        }
        // In seconds, ten digits are some 300 years. Longer numbers are capped to avoid an overflow.
        return Duration.of(text.length() > 10 ? 9_999_999_999L : Long.parseLong(text), unit);
    }

    private static @Nullable Duration untilDate(String text, Instant now) {
        for (DateTimeFormatter format : DATES) {
            try {
                return Duration.between(now, Instant.from(format.parse(text)));
            } catch (DateTimeException tryTheNext) {
                continue;
            }
        }
        return null;
    }

    private static DateTimeFormatter rfc850() {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern("EEEE, dd-MMM-")
                // Two-digit years mean 1976 to 2075, because RFC 9110, 5.6.7 interprets a date more than 50 years in
                // the future as a past one.
                .appendValueReduced(ChronoField.YEAR, 2, 2, 1976)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.US)
                .withZone(ZoneOffset.UTC);
    }

    private static DateTimeFormatter asctime() {
        return DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US)
                .withZone(ZoneOffset.UTC);
    }
}
