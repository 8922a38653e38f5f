package io.backoff.idempotency.jdbc;

/** Whether keys in a database are part of the transaction of the operation. */
enum JdbcMode {
    /** Keys are written in the transaction of the operation. */
    SAME_TRANSACTION,
    /** Keys are claimed with a lease before the operation, and get the outcome after it. */
    TWO_PHASE
}
