package io.backoff.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Retry-Pushback-Ms} response header: the delay in milliseconds before a retry, or a negative number for "do
 * not retry". As with gRPC's {@code grpc-retry-pushback-ms}, a malformed value also means "do not retry".
 *
 * <pre>{@code
 * PushbackHeader.parse("883").delay()      // 883 ms
 * PushbackHeader.parse("-1").isNever()     // true
 * }</pre>
 *
 * @param delay the delay before a retry; {@code null} for "do not retry"
 * @since 0.1.0
 */
public record PushbackHeader(@Nullable Duration delay) {

    /** Name of the header. */
    public static final String NAME = "Retry-Pushback-Ms";

    /** Value that forbids a retry. */
    public static final String FORBIDS = "-1";

    private static final PushbackHeader NEVER = new PushbackHeader(null);

    /**
     * Reads the header.
     *
     * @param value the header as received
     * @return {@code null} if the header is absent
     */
    public static @Nullable PushbackHeader parse(@Nullable String value) {
        if (value == null) {
            return null;
        }
        try {
            int millis = Integer.parseInt(value.trim());
            return millis < 0 ? NEVER : new PushbackHeader(Duration.ofMillis(millis));
        } catch (NumberFormatException unreadable) {
            return NEVER;
        }
    }

    /** {@return whether the callee forbids a retry} */
    public boolean isNever() {
        return delay == null;
    }
}
