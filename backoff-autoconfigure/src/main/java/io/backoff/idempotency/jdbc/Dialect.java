package io.backoff.idempotency.jdbc;

import java.util.Locale;

/** What databases do not agree on. */
enum Dialect {
    /** A concurrent duplicate in the same transaction mode is noticed at once, by a lock of the key. */
    POSTGRESQL(
            "INSERT INTO backoff_idempotency (" + Columns.ALL + ") VALUES (%s) ON CONFLICT (id) DO NOTHING",
            "INSERT INTO backoff_idempotency (" + Columns.ALL
                    + ") SELECT %s WHERE pg_try_advisory_xact_lock(?) ON CONFLICT (id) DO NOTHING",
            "",
            true,
            "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)"),

    /**
     * MariaDB too. Its default isolation reads the past, so a duplicate has to be read with a lock: the one that the
     * insert has left on the row, as two that both want more than that would wait for one another. Rows are not deleted
     * together for the same reason: which index is locked first is up to the optimizer.
     */
    MYSQL(
            "INSERT IGNORE INTO backoff_idempotency (" + Columns.ALL + ") VALUES (%s)",
            "",
            " LOCK IN SHARE MODE",
            false,
            "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000)"),

    /** A duplicate fails, and the transaction goes on. */
    H2(
            "INSERT INTO backoff_idempotency (" + Columns.ALL + ") VALUES (%s)",
            "",
            "",
            true,
            "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)"),

    /** Hopefully like H2, but for the clock: databases have no common way to tell the milliseconds since 1970. */
    OTHER("INSERT INTO backoff_idempotency (" + Columns.ALL + ") VALUES (%s)", "", "", false, "");

    private final String insert;
    private final String lockingInsert;
    private final String readLock;
    private final boolean skipsLocked;
    private final String now;

    Dialect(String insert, String lockingInsert, String readLock, boolean skipsLocked, String now) {
        this.insert = insert;
        this.lockingInsert = lockingInsert;
        this.readLock = readLock;
        this.skipsLocked = skipsLocked;
        this.now = now;
    }

    /** By the name that the database has for itself. */
    static Dialect of(String product) {
        String name = product.toLowerCase(Locale.ROOT);
        if (name.startsWith("postgresql")) {
            return POSTGRESQL;
        }
        if (name.startsWith("mysql") || name.startsWith("mariadb")) {
            return MYSQL;
        }
        return name.startsWith("h2") ? H2 : OTHER;
    }

    /** Inserts a row of these values, unless there is one. */
    String insert(String values) {
        return insert.formatted(values);
    }

    /** Whether a row can be inserted unless another transaction is about to: with a lock of the key. */
    boolean locksKeys() {
        return !lockingInsert.isEmpty();
    }

    /** Inserts a row of these values, unless there is one or its key is locked; the lock is the last parameter. */
    String lockingInsert(String values) {
        return lockingInsert.formatted(values);
    }

    /** What a query ends with that has to see a row that was just found to exist. */
    String readLock() {
        return readLock;
    }

    /** Whether rows that others have locked can be passed over, by all who delete many at once. */
    boolean skipsLocked() {
        return skipsLocked;
    }

    /** Whether the database tells the time. */
    boolean hasClock() {
        return !now.isEmpty();
    }

    /**
     * Milliseconds since 1970 by the clock of the database, when the statement began; in H2, when the transaction did.
     * Constant in a statement, so that an index on times is of use, and independent of time zones. Empty where it is not
     * known how to ask.
     */
    String now() {
        return now;
    }
}
