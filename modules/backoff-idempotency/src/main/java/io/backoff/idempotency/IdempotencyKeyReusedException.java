package io.backoff.idempotency;

/**
 * Thrown if the key was used before by a call with other arguments. This is a mistake of the caller and never retried.
 */
public class IdempotencyKeyReusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception whose message contains the operation but not the key.
     *
     * @param operation the name of the operation
     */
    public IdempotencyKeyReusedException(String operation) {
        super("The key of this call of " + operation + " was used for a call with other arguments");
    }
}
