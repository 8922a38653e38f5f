package io.backoff.classify;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a remote callee's response that affect retries.
 *
 * <pre>{@code
 * new CalleeResponse(503, false, false, Duration.ofSeconds(2))   // unavailable, back in two seconds
 * }</pre>
 *
 * @param status the HTTP or gRPC status
 * @param neverRetry whether the callee forbids a retry
 * @param overloaded whether the callee is overloaded but permits a retry
 * @param retryAfter the Retry-After delay; {@code null} for none
 * @param throttled whether the callee throttles its callers: the response says so, or the status is 429,
 *     {@code RESOURCE_EXHAUSTED}, or 503 with a Retry-After delay
 * @param inProgress whether the callee is still executing another request with the same idempotency key, so that a
 *     retry gets the response to that request
 * @since 0.1.0
 */
public record CalleeResponse(
        CalleeStatus status,
        boolean neverRetry,
        boolean overloaded,
        @Nullable Duration retryAfter,
        boolean throttled,
        boolean inProgress) {

    /**
     * Creates a response, which counts as throttled if {@code throttled} is true or the status implies it.
     *
     * @param status the HTTP or gRPC status
     * @param neverRetry whether the callee forbids a retry
     * @param overloaded whether the callee is overloaded but permits a retry
     * @param retryAfter the Retry-After delay; {@code null} for none
     * @param throttled whether the response says, apart from its status, that the callee throttles
     * @param inProgress whether the callee is still executing another request with the same idempotency key
     */
    public CalleeResponse {
        throttled = throttled || isThrottling(status, retryAfter);
    }

    /**
     * Creates a response that counts as throttled if the status implies it.
     *
     * @param status the HTTP or gRPC status
     * @param neverRetry whether the callee forbids a retry
     * @param overloaded whether the callee is overloaded but permits a retry
     * @param retryAfter the Retry-After delay; {@code null} for none
     */
    public CalleeResponse(CalleeStatus status, boolean neverRetry, boolean overloaded, @Nullable Duration retryAfter) {
        this(status, neverRetry, overloaded, retryAfter, false, false);
    }

    /**
     * Creates an HTTP response that counts as throttled if the status implies it.
     *
     * @param status the HTTP status
     * @param neverRetry whether the callee forbids a retry
     * @param overloaded whether the callee is overloaded but permits a retry
     * @param retryAfter the Retry-After delay; {@code null} for none
     */
    public CalleeResponse(int status, boolean neverRetry, boolean overloaded, @Nullable Duration retryAfter) {
        this(new CalleeStatus.Http(status), neverRetry, overloaded, retryAfter);
    }

    private static boolean isThrottling(CalleeStatus status, @Nullable Duration retryAfter) {
        return status instanceof CalleeStatus.Http http
                ? http.code() == 429 || http.code() == 503 && retryAfter != null
                : status == GrpcStatus.RESOURCE_EXHAUSTED;
    }

    /**
     * {@return an HTTP response with a status and nothing else that affects retries}
     *
     * @param status the HTTP status, for example 503
     */
    public static CalleeResponse ofStatus(int status) {
        return new CalleeResponse(status, false, false, null);
    }
}
