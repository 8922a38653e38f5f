package io.backoff.config;

/** The behavior of a guarded call in a transaction of its caller. */
public enum TransactionMode {
    /** Makes one attempt. */
    ONE_ATTEMPT,
    /** Retries in the same transaction. */
    RETRY
}
