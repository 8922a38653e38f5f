package io.backoff.idempotency;

import io.backoff.RetryAfter;
import java.time.Duration;

/** A call with the same key is being carried out. It can be retried: the hint says when it makes sense. */
public class OperationInProgressException extends RuntimeException implements RetryAfter {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /**
     * Names the operation, never the key.
     *
     * @param retryAfter when to come again; zero without an idea
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
