package io.backoff.idempotency.jdbc;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A small connection pool beside the application's pool. After it is closed, it provides connections of the
 * application's pool.
 */
interface LeaseConnections extends DataSource, AutoCloseable {

    @Override
    void close();

    /** Opens pools beside the application's pool. */
    @FunctionalInterface
    interface Factory {

        /**
         * Opens a pool for the same database; returns {@code null} if this factory does not support the application's
         * {@code DataSource}.
         */
        @Nullable
        LeaseConnections beside(DataSource application);
    }
}
