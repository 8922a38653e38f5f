package io.backoff.idempotency.jdbc;

import java.util.Locale;

/** SQL dialects of the supported databases. */
enum Dialect {
    /** PostgreSQL. In the same-transaction mode, a lock on the key detects a concurrent duplicate immediately. */
    POSTGRESQL(
            "INSERT INTO backoff_idempotency (" + Columns.ALL + ") VALUES (%s) ON CONFLICT (id) DO NOTHING",
            "INSERT INTO backoff_idempotency (" + Columns.ALL
                    + ") SELECT %s WHERE pg_try_advisory_xact_lock(?) ON CONFLICT (id) DO NOTHING",
            "",
            true,
            "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)"),

    /**
     * MySQL and MariaDB. At the default isolation level, an ordinary read sees an old snapshot, so a duplicate call
     * reads the row with a lock. The lock is shared, because the insert of each duplicate already holds a shared lock
     * on the row: if two duplicates requested a stronger lock, they would deadlock. Rows are not deleted in bulk,
     * because the optimizer decides which index is locked first, so bulk deletions could deadlock too.
     */
    MYSQL(
            "INSERT IGNORE INTO backoff_idempotency (" + Columns.ALL + ") VALUES (%s)",
            "",
            " LOCK IN SHARE MODE",
            false,
            "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000)"),

    /** H2. The insert of a duplicate fails, and the transaction continues. */
    H2(
            "INSERT INTO backoff_idempotency (" + Columns.ALL + ") VALUES (%s)",
            "",
            "",
            true,
            "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)"),

    /**
     * Other databases use the statements of H2, with two exceptions. Rows are not deleted in bulk. The time is the
     * application's, because databases have no common expression for the milliseconds since 1970.
     */
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

    /** Returns the dialect for a product name as reported by the database. */
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

    /** Returns SQL that inserts a row of these values, unless the row exists. */
    String insert(String values) {
        return insert.formatted(values);
    }

    /**
     * Whether an insert can try to lock the key, so that it does not wait for another transaction that inserts the same
     * key.
     */
    boolean locksKeys() {
        return !lockingInsert.isEmpty();
    }

    /**
     * Returns SQL that inserts a row of these values, unless the row exists or its key is locked. The last
     * placeholder of the SQL is for the number of the lock.
     */
    String lockingInsert(String values) {
        return lockingInsert.formatted(values);
    }

    /** Returns the suffix that lets a query see an existing row even if the transaction's snapshot lacks the row. */
    String readLock() {
        return readLock;
    }

    /** Whether bulk deletions can skip rows that other transactions have locked. */
    boolean skipsLocked() {
        return skipsLocked;
    }

    /** Whether the clock of the database can be read. */
    boolean hasClock() {
        return !now.isEmpty();
    }

    /**
     * Returns the SQL expression for the time at which the statement (in H2, the transaction) started, in milliseconds
     * since 1970 by the database's clock. The value is independent of time zones. It is constant within a statement, so
     * that the database can use an index on times. The result is empty if no expression is known.
     */
    String now() {
        return now;
    }
}
