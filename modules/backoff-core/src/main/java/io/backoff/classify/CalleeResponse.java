package io.backoff.classify;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a remote callee's response that affect retries.
 *
 * @param status the HTTP or gRPC status
 * @param neverRetry whether the callee forbids a retry
 * @param overloaded whether the callee is overloaded but permits a retry
 * @param retryAfter the Retry-After delay; {@code null} if there is none
 */
public record CalleeResponse(
        CalleeStatus status,
        boolean neverRetry,
        boolean overloaded,
        @Nullable Duration retryAfter) {

    /**
     * Creates an HTTP response.
     *
     * @param status the status
     * @param neverRetry whether the callee forbids a retry
     * @param overloaded whether the callee is overloaded but permits a retry
     * @param retryAfter the Retry-After delay; {@code null} if there is none
     */
    public CalleeResponse(int status, boolean neverRetry, boolean overloaded, @Nullable Duration retryAfter) {
        this(new CalleeStatus.Http(status), neverRetry, overloaded, retryAfter);
    }

    /**
     * Whether the callee throttles its callers: status 429, {@code RESOURCE_EXHAUSTED}, or 503 with a Retry-After
     * delay.
     */
    boolean throttles() {
        return status instanceof CalleeStatus.Http http
                ? http.code() == 429 || http.code() == 503 && retryAfter != null
                : status == GrpcStatus.RESOURCE_EXHAUSTED;
    }

    /**
     * {@return an HTTP response with a status and nothing else that affects retries}
     *
     * @param status the status
     */
    public static CalleeResponse ofStatus(int status) {
        return new CalleeResponse(status, false, false, null);
    }
}
