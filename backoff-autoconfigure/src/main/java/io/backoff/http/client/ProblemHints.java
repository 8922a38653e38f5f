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
record ProblemHints(boolean never, boolean after, @Nullable Duration retryAfter) {

    /** Nothing about retries. */
    static final ProblemHints SILENT = new ProblemHints(false, false, null);

    /** No more of a body than this is looked at. */
    static final int MAX_BYTES = 64 * 1024;

    /** Name of the member that says whether to retry. */
    static final String RETRY = "retry";

    /** Name of the member that says when, in milliseconds. */
    static final String RETRY_AFTER = "retryAfterMs";

    /** From the two members; {@code null} for one that is absent. */
    static ProblemHints of(@Nullable Object retry, @Nullable Object retryAfterMs) {
        boolean after = "after".equals(retry);
        return new ProblemHints("never".equals(retry), after, after ? millis(retryAfterMs) : null);
    }

    private static @Nullable Duration millis(@Nullable Object value) {
        if (!(value instanceof Number number)) {
            return null;
        }
        double millis = number.doubleValue();
        // Not true for NaN. The cast saturates.
        return millis >= 0 ? Duration.ofMillis((long) millis) : null;
    }

    /** Reads the body of a problem+json response. */
    @FunctionalInterface
    interface Reader {

        /** Reads nothing: for want of a JSON library. */
        Reader NONE = body -> SILENT;

        /** Reads the body. One that is malformed, or too long, says what it says up to there. */
        ProblemHints read(byte[] body);
    }
}
