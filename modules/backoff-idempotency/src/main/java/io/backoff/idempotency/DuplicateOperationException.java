package io.backoff.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * Thrown to a duplicate call if the result of the completed call is not available: the result was larger than
 * {@code backoff.idempotency.max-result-size}, could not be written, can no longer be read, or is an exception that
 * cannot be recreated. This exception is never retried. The operation has taken place, so its result can be looked up:
 *
 * <pre>{@code
 * try {
 *     return reports.create(order);
 * } catch (DuplicateOperationException duplicate) {
 *     return archive.find(order.id());
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
public class DuplicateOperationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param message explains why the result is not available; must not contain the key
     */
    public DuplicateOperationException(String message) {
        this(message, null);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param message explains why the result is not available; must not contain the key
     * @param cause the exception that prevented storing or reading the result; {@code null} for none
     */
    public DuplicateOperationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
