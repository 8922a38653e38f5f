package io.backoff.idempotency.jdbc;

import io.backoff.logging.SpringLogger;
import io.backoff.message.IdempotencyMessage;
import io.backoff.method.LazyBean;
import java.lang.System.Logger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;

/**
 * Connections that no operation can hold, so that leases are renewed even when operations hold all connections of the
 * application: those of a bean that the application provides, or of a pool beside its own.
 */
final class LeaseDataSource extends AbstractDataSource implements AutoCloseable {

    private static final Logger logger = SpringLogger.of(LeaseDataSource.class);

    /** Those whose every connection is a new one, so that there is always one more. */
    private static final Set<String> UNBOUNDED = Set.of(
            SimpleDriverDataSource.class.getName(),
            DriverManagerDataSource.class.getName(),
            "org.postgresql.ds.PGSimpleDataSource",
            "org.mariadb.jdbc.MariaDbDataSource",
            "com.mysql.cj.jdbc.MysqlDataSource",
            "org.h2.jdbcx.JdbcDataSource");

    private final StoreDataSources sources;
    private final LazyBean<DataSource> chosen = new LazyBean<>(this::choose);
    private volatile boolean closed;
    private volatile @Nullable LeaseConnections beside;

    LeaseDataSource(StoreDataSources sources) {
        this.sources = sources;
    }

    /** Finds the connections, or warns that there are none; else that happens when one is needed. */
    DataSource prepare() {
        return chosen.get();
    }

    private DataSource choose() {
        if (closed) {
            return sources.application();
        }
        DataSource own = sources.leases().getIfAvailable();
        return own != null ? own : beside(sources.pools().getIfAvailable());
    }

    // Once: of threads that come at once, all get the same pool. No bean is looked up under this lock.
    private synchronized DataSource beside(LeaseConnections.@Nullable Factory pools) {
        if (beside != null) {
            return beside;
        }
        LeaseConnections copy = pools == null ? null : pools.beside(sources.application());
        if (copy != null) {
            beside = copy;
            if (closed) {
                copy.close();
            }
            return copy;
        }
        warn(sources.application());
        return sources.application();
    }

    private static void warn(DataSource application) {
        if (!isUnbounded(application)) {
            IdempotencyMessage.SHARED_CONNECTIONS
                    .with(application.getClass().getName())
                    .log(logger);
        }
    }

    private static boolean isUnbounded(DataSource application) {
        return application instanceof EmbeddedDatabase
                || UNBOUNDED.contains(application.getClass().getName());
    }

    @Override
    public Connection getConnection() throws SQLException {
        return prepare().getConnection();
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return prepare().getConnection(username, password);
    }

    @Override
    public void close() {
        closed = true;
        LeaseConnections copy = beside;
        if (copy != null) {
            copy.close();
        }
    }
}
