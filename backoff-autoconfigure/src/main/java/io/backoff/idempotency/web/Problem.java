package io.backoff.idempotency.web;

import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.IdempotencyKeyReusedException;
import io.backoff.idempotency.InvalidIdempotencyKeyException;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.policy.Causes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the client of a refused request is told, as a problem of RFC 9457.
 *
 * @param status of the answer
 * @param type last part of the problem's type
 * @param title for people
 * @param retryAfter seconds after which to come again; 0 for not at all
 */
record Problem(int status, String type, String title, long retryAfter) {

    static final String CONTENT_TYPE = "application/problem+json";

    private static final String PREFIX = "urn:problem:backoff:";

    /** For a failure, or what caused it; {@code null} when it is of another kind. */
    static @Nullable Problem of(Throwable failure) {
        return Causes.first(failure, Problem::ofOne);
    }

    private static @Nullable Problem ofOne(Throwable failure) {
        if (failure instanceof OperationInProgressException busy) {
            String title = "A request with this idempotency key is in progress";
            return new Problem(409, "idempotency-in-progress", title, seconds(busy.retryAfter()));
        }
        if (failure instanceof IdempotencyKeyReusedException) {
            return new Problem(422, "idempotency-key-reused", "The idempotency key belongs to another request", 0);
        }
        if (failure instanceof DuplicateOperationException) {
            String title = "The request was carried out before, and its answer is not available";
            return new Problem(409, "idempotency-duplicate", title, 0);
        }
        return failure instanceof InvalidIdempotencyKeyException invalid ? invalid(invalid) : null;
    }

    private static Problem invalid(InvalidIdempotencyKeyException invalid) {
        return new Problem(
                400,
                invalid.isMissing() ? "idempotency-key-missing" : "idempotency-key-malformed",
                String.valueOf(invalid.getMessage()),
                0);
    }

    private static long seconds(Duration hint) {
        return Math.max(1, hint.plusMillis(999).toSeconds());
    }

    /** Written by hand, as nothing in it needs escaping. */
    byte[] body() {
        return "{\"type\":\"%s\",\"title\":\"%s\",\"status\":%d}"
                .formatted(PREFIX + type, title, status)
                .getBytes(StandardCharsets.UTF_8);
    }
}
