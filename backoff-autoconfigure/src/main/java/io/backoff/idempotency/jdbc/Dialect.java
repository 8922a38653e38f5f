package io.backoff.idempotency.jdbc;

import java.util.Locale;

/** What databases do not agree on. */
enum Dialect {
    /** A concurrent duplicate in the same transaction mode is noticed at once, by a lock of the key. */
    POSTGRESQL(
            "INSERT INTO backoff_idempotency (" + Columns.ALL + ") VALUES (" + Columns.PARAMETERS
                    + ") ON CONFLICT (id) DO NOTHING",
            "INSERT INTO backoff_idempotency (" + Columns.ALL + ") SELECT " + Columns.PARAMETERS
                    + " WHERE pg_try_advisory_xact_lock(?) ON CONFLICT (id) DO NOTHING",
            "",
            true),

    /**
     * MariaDB too. Its default isolation reads the past, so a duplicate has to be read with a lock: the one that the
     * insert has left on the row, as two that both want more than that would wait for one another. Rows are not deleted
     * together for the same reason: which index is locked first is up to the optimizer.
     */
    MYSQL(
            "INSERT IGNORE INTO backoff_idempotency (" + Columns.ALL + ") VALUES (" + Columns.PARAMETERS + ")",
            "",
            " LOCK IN SHARE MODE",
            false),

    /** A duplicate fails, and the transaction goes on. */
    H2("INSERT INTO backoff_idempotency (" + Columns.ALL + ") VALUES (" + Columns.PARAMETERS + ")", "", "", true),

    /** Hopefully like H2. */
    OTHER("INSERT INTO backoff_idempotency (" + Columns.ALL + ") VALUES (" + Columns.PARAMETERS + ")", "", "", false);

    private final String insert;
    private final String lockingInsert;
    private final String readLock;
    private final boolean skipsLocked;

    Dialect(String insert, String lockingInsert, String readLock, boolean skipsLocked) {
        this.insert = insert;
        this.lockingInsert = lockingInsert;
        this.readLock = readLock;
        this.skipsLocked = skipsLocked;
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

    /** Inserts a row, unless there is one. */
    String insert() {
        return insert;
    }

    /** The same, unless another transaction is about to: with a lock of the key. Empty where there is no such lock. */
    String lockingInsert() {
        return lockingInsert;
    }

    /** What a query ends with that has to see a row that was just found to exist. */
    String readLock() {
        return readLock;
    }

    /** Whether rows that others have locked can be passed over, by all who delete many at once. */
    boolean skipsLocked() {
        return skipsLocked;
    }
}
