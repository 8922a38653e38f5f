package io.backoff.idempotency;

import io.backoff.RetryAfter;
import java.time.Duration;

/** Another call with the same key is in progress. It can be retried; {@link #retryAfter()} suggests when. */
public class OperationInProgressException extends RuntimeException implements RetryAfter {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /**
     * Creates an exception that names the operation, never the key.
     *
     * @param retryAfter when to retry; zero if unknown
     */
    public OperationInProgressException(String operation, Duration retryAfter) {
        super("Another call of " + operation + " with the same key is in progress");
        this.retryAfter = retryAfter;
    }

    @Override
    public Duration retryAfter() {
        return retryAfter;
    }
}
