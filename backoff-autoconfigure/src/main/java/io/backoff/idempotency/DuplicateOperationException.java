package io.backoff.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * The operation was carried out by an earlier call with the same key, but there is no result to return: it was larger
 * than {@code backoff.idempotency.max-result-size}, or cannot be read any more. Never retried.
 */
public class DuplicateOperationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Says what happened to the result. */
    public DuplicateOperationException(String message) {
        this(message, null);
    }

    /** Says what happened to the result, and by what. */
    public DuplicateOperationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
