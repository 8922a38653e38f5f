package io.backoff.classify;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a remote callee's response that affect retries.
 *
 * @param status the status, of HTTP or of gRPC
 * @param neverRetry the callee asked not to be called again
 * @param overloaded the callee said that it is overloaded but that a retry is welcome
 * @param retryAfter shortest delay that the callee asked for, {@code null} if none
 * @param throttled the callee gets more calls than it allows: it said so, or its status does, which is 429,
 *     {@code RESOURCE_EXHAUSTED}, or 503 with a delay
 */
public record CalleeResponse(
        CalleeStatus status,
        boolean neverRetry,
        boolean overloaded,
        @Nullable Duration retryAfter,
        boolean throttled) {

    /** Reads from the status whether the callee throttles, unless that is known. */
    public CalleeResponse {
        throttled = throttled || isThrottling(status, retryAfter);
    }

    /** A response that says by its status whether the callee throttles. */
    public CalleeResponse(CalleeStatus status, boolean neverRetry, boolean overloaded, @Nullable Duration retryAfter) {
        this(status, neverRetry, overloaded, retryAfter, false);
    }

    /** A response over HTTP that says by its status whether the callee throttles. */
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
     * @param status the status
     */
    public static CalleeResponse ofStatus(int status) {
        return new CalleeResponse(status, false, false, null);
    }
}
