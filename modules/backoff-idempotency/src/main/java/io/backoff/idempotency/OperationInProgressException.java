package io.backoff.idempotency;

import io.backoff.RetryAfter;
import java.time.Duration;

/**
 * Thrown to a call if another call with the same key is in progress. The rejected call can be retried after
 * {@link #retryAfter()}; an enclosing {@code @Backoff} retries it. In a web application, the caller gets a 409 with a
 * {@code Retry-After}.
 *
 * @since 0.1.0
 */
public class OperationInProgressException extends RuntimeException implements RetryAfter {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /**
     * Creates an exception whose message contains the operation but not the key.
     *
     * @param operation the operation's name: {@code Class.method}, or the value of {@code @Idempotent}
     * @param retryAfter the delay before a retry; zero if unknown
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
