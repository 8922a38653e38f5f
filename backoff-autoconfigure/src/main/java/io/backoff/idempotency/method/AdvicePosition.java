package io.backoff.idempotency.method;

/** Where a call is intercepted. */
public enum AdvicePosition {
    /** Outside of the method's transaction, inside of its retries. */
    AROUND_TRANSACTION,
    /** Inside of the transaction, so that the key is part of it. */
    IN_TRANSACTION
}
