package io.backoff.idempotency.claim;

/** Where idempotency keys are kept. */
public enum StoreKind {
    /** The first of Redis, database and memory that is configured. */
    AUTO,
    /** The memory of this process. */
    MEMORY,
    /** A database. */
    JDBC,
    /** Redis. */
    REDIS
}
