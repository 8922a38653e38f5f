package io.backoff.benchmarks.overload;

import io.backoff.classify.CalleeResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A client's request that failed with status 429. */
public final class TooManyRequests extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient CalleeResponse response;

    /**
     * Creates a failure.
     *
     * @param retryAfter the header of the response; zero if it has none
     */
    public TooManyRequests(Duration retryAfter) {
        super("429", null, true, false);
        this.response = new CalleeResponse(429, false, false, retryAfter.isZero() ? null : retryAfter);
    }

    /** Finds the response in a failure, as Backoff's extractors do in the exceptions of HTTP clients. */
    public static @Nullable CalleeResponse in(Throwable failure) {
        return failure instanceof TooManyRequests rejection ? rejection.response : null;
    }
}
