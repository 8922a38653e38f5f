package io.backoff.classify;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The response of a remote callee, as far as it matters for a retry.
 *
 * @param status the status, of HTTP or of gRPC
 * @param neverRetry the callee asked not to be called again
 * @param overloaded the callee said that it is overloaded but that a retry is welcome
 * @param retryAfter shortest delay that the callee asked for, {@code null} if none
 */
public record CalleeResponse(
        CalleeStatus status,
        boolean neverRetry,
        boolean overloaded,
        @Nullable Duration retryAfter) {

    /** A response over HTTP. */
    public CalleeResponse(int status, boolean neverRetry, boolean overloaded, @Nullable Duration retryAfter) {
        this(new CalleeStatus.Http(status), neverRetry, overloaded, retryAfter);
    }

    /** Whether the callee gets more calls than it allows: status 429, {@code RESOURCE_EXHAUSTED}, or 503 with a hint. */
    boolean throttles() {
        return status instanceof CalleeStatus.Http http
                ? http.code() == 429 || http.code() == 503 && retryAfter != null
                : status == GrpcStatus.RESOURCE_EXHAUSTED;
    }

    /** A response over HTTP that says nothing beyond its status. */
    public static CalleeResponse ofStatus(int status) {
        return new CalleeResponse(status, false, false, null);
    }
}
