package io.backoff.idempotency.jdbc;

/** How keys in a database relate to the transaction of the operation. */
enum JdbcMode {
    /** They are part of it. */
    SAME_TRANSACTION,
    /** They are claimed before it, under a lease, and completed after it. */
    TWO_PHASE
}
