package io.backoff.idempotency.claim;

/** The storage of idempotency keys. */
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
