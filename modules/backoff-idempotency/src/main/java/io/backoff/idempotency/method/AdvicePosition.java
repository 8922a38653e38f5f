package io.backoff.idempotency.method;

/** The position of an interceptor relative to the method's transaction. */
public enum AdvicePosition {
    /** Outside the method's transaction, but inside the method's retries. */
    AROUND_TRANSACTION,
    /** Inside the transaction, so that the key is written in it. */
    IN_TRANSACTION
}
