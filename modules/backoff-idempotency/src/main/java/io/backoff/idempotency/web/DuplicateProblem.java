package io.backoff.idempotency.web;

import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.IdempotencyKeyReusedException;
import io.backoff.idempotency.InvalidIdempotencyKeyException;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.text.CauseChain;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The response to a rejected duplicate, as a problem of RFC 9457.
 *
 * @param status of the response
 * @param type last part of the problem's type
 * @param title for people
 * @param retryAfter seconds until a retry makes sense; 0 for never
 */
record DuplicateProblem(int status, String type, String title, long retryAfter) {

    static final String CONTENT_TYPE = "application/problem+json";

    private static final String PREFIX = "urn:problem:backoff:";

    /** The problem of a failure or one of its causes; {@code null} for any other failure. */
    static @Nullable DuplicateProblem of(Throwable failure) {
        return CauseChain.first(failure, DuplicateProblem::ofOne);
    }

    private static @Nullable DuplicateProblem ofOne(Throwable failure) {
        if (failure instanceof OperationInProgressException busy) {
            String title = "A request with this idempotency key is in progress";
            return new DuplicateProblem(409, "idempotency-in-progress", title, seconds(busy.retryAfter()));
        }
        if (failure instanceof IdempotencyKeyReusedException) {
            return new DuplicateProblem(
                    422, "idempotency-key-reused", "The idempotency key belongs to another request", 0);
        }
        if (failure instanceof DuplicateOperationException) {
            String title = "The request was carried out before, and its response is not available";
            return new DuplicateProblem(409, "idempotency-duplicate", title, 0);
        }
        return failure instanceof InvalidIdempotencyKeyException invalid ? invalid(invalid) : null;
    }

    private static DuplicateProblem invalid(InvalidIdempotencyKeyException invalid) {
        return new DuplicateProblem(
                400,
                invalid.isMissing() ? "idempotency-key-missing" : "idempotency-key-malformed",
                String.valueOf(invalid.getMessage()),
                0);
    }

    private static long seconds(Duration hint) {
        return Math.max(1, hint.plusMillis(999).toSeconds());
    }

    /** The body. Written by hand, because nothing in it needs escaping. */
    byte[] body() {
        return "{\"type\":\"%s\",\"title\":\"%s\",\"status\":%d}"
                .formatted(PREFIX + type, title, status)
                .getBytes(StandardCharsets.UTF_8);
    }
}
