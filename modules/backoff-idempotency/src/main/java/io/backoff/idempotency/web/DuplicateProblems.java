package io.backoff.idempotency.web;

import io.backoff.http.RetryAfterHeader;
import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.IdempotencyKeyReusedException;
import io.backoff.idempotency.InvalidIdempotencyKeyException;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.problem.Problem;
import io.backoff.text.CauseChain;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates the problem details for requests that are rejected because of their idempotency key. */
final class DuplicateProblems {

    private DuplicateProblems() {}

    /** Returns the problem details for a failure or one of its causes; {@code null} if there are none. */
    static @Nullable Problem of(Throwable failure) {
        return CauseChain.first(failure, DuplicateProblems::ofOne);
    }

    private static @Nullable Problem ofOne(Throwable failure) {
        if (failure instanceof OperationInProgressException busy) {
            return Problem.of(
                            409,
                            "urn:problem:backoff:idempotency-in-progress",
                            "A request with this idempotency key is in progress")
                    .withHeaders(Map.of(RetryAfterHeader.NAME, seconds(busy.retryAfter())));
        }
        if (failure instanceof IdempotencyKeyReusedException) {
            return Problem.of(
                    422,
                    "urn:problem:backoff:idempotency-key-reused",
                    "The idempotency key belongs to another request");
        }
        if (failure instanceof DuplicateOperationException) {
            return Problem.of(
                    409,
                    "urn:problem:backoff:idempotency-duplicate",
                    "The request was carried out before, and its response is not available");
        }
        return failure instanceof InvalidIdempotencyKeyException invalid ? invalid(invalid) : null;
    }

    private static Problem invalid(InvalidIdempotencyKeyException invalid) {
        return Problem.of(
                400,
                invalid.isMissing()
                        ? "urn:problem:backoff:idempotency-key-missing"
                        : "urn:problem:backoff:idempotency-key-malformed",
                String.valueOf(invalid.getMessage()));
    }

    private static String seconds(Duration retryAfter) {
        return Long.toString(Math.max(1, retryAfter.plusMillis(999).toSeconds()));
    }
}
