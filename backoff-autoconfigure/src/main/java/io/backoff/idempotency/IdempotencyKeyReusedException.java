package io.backoff.idempotency;

/** The key belongs to a call with other arguments. A mistake of the caller: never retried. */
public class IdempotencyKeyReusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Names the operation, never the key. */
    public IdempotencyKeyReusedException(String operation) {
        super("The key of this call of " + operation + " was used for a call with other arguments");
    }
}
