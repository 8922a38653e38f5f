package io.backoff.idempotency.claim;

/** Where idempotency keys are kept. */
public enum StoreKind {
    /** Redis, else a database, else memory: what is configured. */
    AUTO,
    /** This process. */
    MEMORY,
    /** A database. */
    JDBC,
    /** Redis. */
    REDIS
}
