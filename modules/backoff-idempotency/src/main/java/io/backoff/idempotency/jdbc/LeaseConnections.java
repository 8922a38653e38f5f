package io.backoff.idempotency.jdbc;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A small pool beside the application's. After its close, it hands out connections of the application. */
interface LeaseConnections extends DataSource, AutoCloseable {

    @Override
    void close();

    /** Opens a pool beside the application's. */
    @FunctionalInterface
    interface Factory {

        /** Opens a pool for the same database; returns {@code null} if the application's pool is of another kind. */
        @Nullable
        LeaseConnections beside(DataSource application);
    }
}
