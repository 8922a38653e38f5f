package io.backoff.idempotency.claim;

/** The kind of storage for idempotency keys. */
public enum StoreKind {
    /** Redis, else a database, else memory: the first one that is configured. */
    AUTO,
    /** The memory of this process. */
    MEMORY,
    /** A database. */
    JDBC,
    /** Redis. */
    REDIS
}
