package io.backoff.http;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Retry-Attempt} request header: an Item of RFC 9651 with the number of previous attempts of the call, as in
 * {@code Retry-Attempt: 1;max=3;ttl=850}.
 *
 * <pre>{@code
 * RetryAttemptHeader.parse("1;max=3;ttl=850").previous()   // 1
 * }</pre>
 *
 * @param previous attempts of the call before this one, 0 to 15
 * @param max maximum number of attempts; empty if unlimited or absent
 * @param ttl remaining time of the call in milliseconds; empty if there is no deadline
 * @since 0.1.0
 */
public record RetryAttemptHeader(int previous, OptionalInt max, OptionalLong ttl) {

    /** Name of the header. */
    public static final String NAME = "Retry-Attempt";

    /** The largest number of previous attempts; larger numbers are clamped. */
    static final int MOST = 15;

    /** The longest remaining time in milliseconds; {@link #parse} clamps longer times. */
    static final long MAX_TTL = 300_000;

    private static final int MAX_LENGTH = 64;
    private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    // An Integer of RFC 9651 has at most 15 digits.
    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

    /**
     * Formats the header value.
     *
     * @return a value that {@link #parse} reads, such as {@code 1;max=3;ttl=850}
     */
    public String format() {
        StringBuilder text = new StringBuilder(32).append(Math.min(previous, MOST));
        max.ifPresent(value -> text.append(";max=").append(value));
        ttl.ifPresent(value -> text.append(";ttl=").append(Math.max(0, value)));
        return text.toString();
    }

    /**
     * Parses one field line. Ignores unknown and invalid parameters.
     *
     * @param value the header as received
     * @return {@code null} if the item is malformed or longer than 64 characters, or if the line is a list, into which
     *     some proxies merge repeated headers
     */
    public static @Nullable RetryAttemptHeader parse(String value) {
        if (value.length() > MAX_LENGTH || isList(value)) {
            return null;
        }
        String[] parts = value.split(";", -1);
        OptionalLong previous = number(parts[0].trim());
        return previous.isEmpty() ? null : ofPrevious(previous.getAsLong()).withParameters(parts);
    }

    /** Whether the line has a comma outside quoted strings. */
    static boolean isList(String value) {
        return STRING.matcher(value).replaceAll("").indexOf(',') >= 0;
    }

    private static RetryAttemptHeader ofPrevious(long previous) {
        return new RetryAttemptHeader((int) Math.min(previous, MOST), OptionalInt.empty(), OptionalLong.empty());
    }

    private RetryAttemptHeader withParameters(String[] parts) {
        RetryAttemptHeader header = this;
        for (int i = 1; i < parts.length; i++) {
            header = header.withParameter(parts[i].trim());
        }
        return header;
    }

    private RetryAttemptHeader withParameter(String parameter) {
        if (parameter.startsWith("max=")) {
            return withMax(number(parameter.substring(4)));
        }
        if (parameter.startsWith("ttl=")) {
            return withTtl(number(parameter.substring(4)));
        }
        return this;
    }

    private RetryAttemptHeader withMax(OptionalLong value) {
        if (value.isEmpty()) {
            return this;
        }
        int permitted = (int) Math.min(value.getAsLong(), Integer.MAX_VALUE);
        return new RetryAttemptHeader(previous, OptionalInt.of(permitted), ttl);
    }

    private RetryAttemptHeader withTtl(OptionalLong value) {
        if (value.isEmpty()) {
            return this;
        }
        long left = Math.min(value.getAsLong(), MAX_TTL);
        return new RetryAttemptHeader(previous, max, OptionalLong.of(left));
    }

    static OptionalLong number(String text) {
        return NUMBER.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }
}
