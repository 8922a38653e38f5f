package io.backoff.idempotency.web;

import io.backoff.idempotency.InvalidIdempotencyKeyException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request header {@code Idempotency-Key}: 1 to 255 printable ASCII characters, bare, or quoted like a string in
 * structured fields (RFC 8941). Both forms denote the same key.
 */
final class IdempotencyKeyHeader {

    static final String HEADER = "Idempotency-Key";

    private static final int LONGEST = 255;

    private IdempotencyKeyHeader() {}

    /**
     * Parses the key.
     *
     * @param values the values of all headers of this name
     * @throws InvalidIdempotencyKeyException if the header is missing or invalid
     */
    static String of(List<String> values) {
        if (values.isEmpty()) {
            throw new InvalidIdempotencyKeyException("The request needs a header " + HEADER, true);
        }
        String key = values.size() == 1 ? read(values.get(0).strip()) : null;
        if (key == null || key.isBlank() || key.length() > LONGEST || !isPrintable(key)) {
            throw new InvalidIdempotencyKeyException(
                    "The header " + HEADER + " must be one key of 1 to " + LONGEST + " printable ASCII characters",
                    false);
        }
        return key;
    }

    private static @Nullable String read(String value) {
        return value.startsWith("\"") ? unquote(value) : value;
    }

    private static @Nullable String unquote(String value) {
        StringBuilder key = new StringBuilder();
        for (int i = 1; i < value.length(); i++) {
            char next = value.charAt(i);
            if (next == '"') {
                return i == value.length() - 1 ? key.toString() : null;
            }
            if (next == '\\') {
                i++;
                if (i == value.length() || value.charAt(i) != '"' && value.charAt(i) != '\\') {
                    return null;
                }
                next = value.charAt(i);
            }
            key.append(next);
        }
        return null;
    }

    private static boolean isPrintable(String key) {
        return key.chars().allMatch(character -> character >= ' ' && character <= '~');
    }
}
