package io.backoff.http;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Retry-Attempt} request header: an Item of RFC 9651 with the number of previous attempts of this call, as
 * in {@code Retry-Attempt: 1;max=3;ttl=850}.
 *
 * @param previous attempts of this call before this one, 0 to 15
 * @param max attempts permitted in all; empty if unlimited or absent
 * @param ttl milliseconds left for the call; empty if there is no deadline
 */
public record RetryAttemptHeader(int previous, OptionalInt max, OptionalLong ttl) {

    /** Name of the header. */
    public static final String NAME = "Retry-Attempt";

    /** Larger counts are clamped to this. */
    static final int MOST = 15;

    private static final int MAX_LENGTH = 64;
    private static final long MAX_TTL = 300_000;
    // An Integer of RFC 9651 has at most 15 digits.
    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

    /** Formats the value of the header. */
    public String format() {
        StringBuilder text = new StringBuilder(32).append(Math.min(previous, MOST));
        max.ifPresent(value -> text.append(";max=").append(value));
        ttl.ifPresent(value -> text.append(";ttl=").append(Math.max(0, value)));
        return text.toString();
    }

    /**
     * Parses one field line. Ignores parameters that are unknown or invalid.
     *
     * @return {@code null} if the item itself is malformed or the line is longer than 64 characters
     */
    public static @Nullable RetryAttemptHeader parse(String value) {
        if (value.length() > MAX_LENGTH) {
            return null;
        }
        String[] parts = value.split(";", -1);
        OptionalLong previous = number(parts[0].trim());
        if (previous.isEmpty()) {
            return null;
        }
        RetryAttemptHeader header = new RetryAttemptHeader(
                (int) Math.min(previous.getAsLong(), MOST), OptionalInt.empty(), OptionalLong.empty());
        for (int i = 1; i < parts.length; i++) {
            header = header.with(parts[i].trim());
        }
        return header;
    }

    private RetryAttemptHeader with(String parameter) {
        if (parameter.startsWith("max=")) {
            OptionalLong value = number(parameter.substring(4));
            return value.isEmpty()
                    ? this
                    : new RetryAttemptHeader(
                            previous, OptionalInt.of((int) Math.min(value.getAsLong(), Integer.MAX_VALUE)), ttl);
        }
        if (parameter.startsWith("ttl=")) {
            OptionalLong value = number(parameter.substring(4));
            return value.isEmpty()
                    ? this
                    : new RetryAttemptHeader(previous, max, OptionalLong.of(Math.min(value.getAsLong(), MAX_TTL)));
        }
        return this;
    }

    static OptionalLong number(String text) {
        return NUMBER.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }
}
