package io.backoff.benchmarks.dryrun;

import io.backoff.classify.CalleeResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A failed request with a response. Has no stack trace, because each instance is thrown repeatedly. */
final class Rejection extends Exception {

    private static final long serialVersionUID = 1L;
    private static final int TOO_MANY_REQUESTS = 429;

    private final transient CalleeResponse response;

    private Rejection(CalleeResponse response) {
        super(String.valueOf(response.status()), null, false, false);
        this.response = response;
    }

    static Rejection ofStatus(int status) {
        return new Rejection(CalleeResponse.ofStatus(status));
    }

    /**
     * A response with status 429.
     *
     * @param retryAfter the {@code Retry-After} of the response; zero for none
     */
    static Rejection throttled(Duration retryAfter) {
        return new Rejection(
                new CalleeResponse(TOO_MANY_REQUESTS, false, false, retryAfter.isZero() ? null : retryAfter));
    }

    /** Finds the response in a failure, as the library does for the exceptions of HTTP clients. */
    static @Nullable CalleeResponse in(Throwable failure) {
        return failure instanceof Rejection rejection ? rejection.response : null;
    }
}
