package io.backoff.idempotency.jdbc;

/** Whether keys in a database are part of the transaction of the operation. */
enum JdbcMode {
    /** Keys are written in the transaction of the operation. */
    SAME_TRANSACTION,
    /** Keys are claimed before the operation, with a lease, and completed after it. */
    TWO_PHASE
}
