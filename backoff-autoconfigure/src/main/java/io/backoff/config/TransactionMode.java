package io.backoff.config;

/** What a guarded call does in a transaction of its caller. */
public enum TransactionMode {
    /** Makes one attempt. */
    ONE_ATTEMPT,
    /** Retries in the same transaction. */
    RETRY
}
