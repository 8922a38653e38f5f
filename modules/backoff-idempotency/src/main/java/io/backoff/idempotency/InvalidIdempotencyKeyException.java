package io.backoff.idempotency;

/** Thrown if a request lacks a required idempotency key or has a malformed one. Never retried. */
public class InvalidIdempotencyKeyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean missing;

    /**
     * Creates an exception whose message explains what is wrong with the key.
     *
     * @param message the message
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
