package io.backoff.config;

/** How a guarded call behaves in a transaction of its caller. */
public enum TransactionMode {
    /** Makes one attempt. */
    ONE_ATTEMPT,
    /** Retries in the same transaction. */
    RETRY
}
