package io.backoff.http.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The members of a callee's problem+json (RFC 9457) that affect retries. Members whose values are unknown count as
 * absent.
 *
 * @param never whether {@code retry} is {@code "never"}
 * @param after whether {@code retry} is {@code "after"}
 * @param retryAfter the value of {@code retryAfterMs}; {@code null} if absent, or if {@code retry} is not
 *     {@code "after"}
 * @param inProgress whether {@code type} says that another request with the same idempotency key is in progress
 */
record ProblemHints(boolean never, boolean after, @Nullable Duration retryAfter, boolean inProgress) {

    /** The hints of a response without members that affect retries. */
    static final ProblemHints SILENT = new ProblemHints(false, false, null, false);

    /** Maximum number of bytes that are read from a body. */
    static final int MAX_BYTES = 64 * 1024;

    /** Name of the member that says whether to retry. */
    static final String RETRY = "retry";

    /** Name of the member with the delay in milliseconds. */
    static final String RETRY_AFTER = "retryAfterMs";

    /** Name of the member that identifies the problem. */
    static final String TYPE = "type";

    private static final String IN_PROGRESS = "urn:problem:backoff:idempotency-in-progress";

    /** Creates an instance from the three members; an absent member is {@code null}. */
    static ProblemHints of(@Nullable Object retry, @Nullable Object retryAfterMs, @Nullable String type) {
        boolean after = "after".equals(retry);
        return new ProblemHints(
                "never".equals(retry), after, after ? millis(retryAfterMs) : null, IN_PROGRESS.equals(type));
    }

    private static @Nullable Duration millis(@Nullable Object value) {
        if (!(value instanceof Number number)) {
            return null;
        }
        double millis = number.doubleValue();
        // The comparison is false for NaN, and the cast saturates.
        return millis >= 0 ? Duration.ofMillis((long) millis) : null;
    }

    /** Reads the body of a problem+json response. */
    @FunctionalInterface
    interface Reader {

        /** A reader that ignores the body, for applications without a JSON library. */
        Reader NONE = body -> SILENT;

        /** Reads the body. If the body is malformed or truncated, the members before the error are used. */
        ProblemHints read(byte[] body);
    }
}
