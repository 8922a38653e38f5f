package io.backoff.idempotency.jdbc;

/** How keys in a database relate to the transaction of the operation. */
enum JdbcMode {
    /** Keys are part of the transaction. */
    SAME_TRANSACTION,
    /** Keys are claimed before the operation, under a lease, and completed after it. */
    TWO_PHASE
}
