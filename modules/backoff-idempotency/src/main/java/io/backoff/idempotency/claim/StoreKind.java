package io.backoff.idempotency.claim;

/** The kind of storage for idempotency keys. */
public enum StoreKind {
    /** The first available kind, in this order: Redis, a database, memory. */
    AUTO,
    /** The memory of this process. */
    MEMORY,
    /** A database. */
    JDBC,
    /** Redis. */
    REDIS
}
