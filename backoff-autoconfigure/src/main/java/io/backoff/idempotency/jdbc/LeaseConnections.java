package io.backoff.idempotency.jdbc;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A small pool beside that of the application. Once closed, it hands out connections of the application. */
interface LeaseConnections extends DataSource, AutoCloseable {

    @Override
    void close();

    /** Opens such a pool. */
    @FunctionalInterface
    interface Factory {

        /** A pool of the same database; {@code null} where the pool of the application is of another kind. */
        @Nullable
        LeaseConnections beside(DataSource application);
    }
}
