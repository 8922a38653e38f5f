package io.backoff.idempotency;

/** A request without an idempotency key where it needs one, or with one that cannot be read. Never retried. */
public class InvalidIdempotencyKeyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean missing;

    /**
     * Says what is wrong with the key.
     *
     * @param missing whether there is none
     */
    public InvalidIdempotencyKeyException(String message, boolean missing) {
        super(message);
        this.missing = missing;
    }

    /** Whether there is none. */
    public boolean isMissing() {
        return missing;
    }
}
