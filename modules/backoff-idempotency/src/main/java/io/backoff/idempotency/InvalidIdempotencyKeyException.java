package io.backoff.idempotency;

/**
 * Thrown if a request lacks a required idempotency key or has a malformed one. This exception is never retried.
 *
 * @since 0.1.0
 */
public class InvalidIdempotencyKeyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean missing;

    /**
     * Creates an exception.
     *
     * @param message explains what is wrong with the key; must not contain the key
     * @param missing whether the request has no key
     */
    public InvalidIdempotencyKeyException(String message, boolean missing) {
        super(message);
        this.missing = missing;
    }

    /** {@return whether the request has no key} */
    public boolean isMissing() {
        return missing;
    }
}
