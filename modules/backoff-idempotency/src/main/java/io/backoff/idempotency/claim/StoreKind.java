package io.backoff.idempotency.claim;

/** The kind of storage for idempotency keys. */
public enum StoreKind {
    /** The first one that is available: Redis, a database, memory. */
    AUTO,
    /** The memory of this process. */
    MEMORY,
    /** A database. */
    JDBC,
    /** Redis. */
    REDIS
}
