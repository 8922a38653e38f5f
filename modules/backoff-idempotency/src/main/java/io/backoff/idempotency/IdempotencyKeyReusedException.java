package io.backoff.idempotency;

/**
 * Thrown if another call has used the same key with other arguments. This is a mistake of the caller, so it is never
 * retried.
 *
 * @since 0.1.0
 */
public class IdempotencyKeyReusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception whose message contains the operation but not the key.
     *
     * @param operation the operation's name: {@code Class.method}, or the value of {@code @Idempotent}
     */
    public IdempotencyKeyReusedException(String operation) {
        super("The key of this call of " + operation + " was used for a call with other arguments");
    }
}
