package io.backoff.http.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the problem+json of a callee (RFC 9457) says about retries. Members that are not understood count as absent.
 *
 * @param never {@code retry} is {@code "never"}
 * @param after {@code retry} is {@code "after"}
 * @param retryAfter {@code retryAfterMs}; {@code null} when absent, or without {@code "after"}
 */
record Problem(boolean never, boolean after, @Nullable Duration retryAfter) {

    /** Nothing about retries. */
    static final Problem SILENT = new Problem(false, false, null);

    /** Name of the member that says whether to retry. */
    static final String RETRY = "retry";

    /** Name of the member that says when, in milliseconds. */
    static final String RETRY_AFTER = "retryAfterMs";

    /** From the two members; {@code null} for one that is absent. */
    static Problem of(@Nullable Object retry, @Nullable Object retryAfterMs) {
        boolean after = "after".equals(retry);
        return new Problem("never".equals(retry), after, after ? millis(retryAfterMs) : null);
    }

    private static @Nullable Duration millis(@Nullable Object value) {
        if (!(value instanceof Number number)) {
            return null;
        }
        double millis = number.doubleValue();
        // Not true for NaN. The cast saturates.
        return millis >= 0 ? Duration.ofMillis((long) millis) : null;
    }
}
