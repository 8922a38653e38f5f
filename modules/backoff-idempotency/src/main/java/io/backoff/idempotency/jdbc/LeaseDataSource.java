package io.backoff.idempotency.jdbc;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
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
 * Provides separate connections for lease renewals, because operations may exhaust the application's pool. The
 * connections come from a bean of the application, or from a pool beside the application's pool. If there is neither, a
 * warning is logged, and the application's own connections are used.
 */
final class LeaseDataSource extends AbstractDataSource implements AutoCloseable {

    private static final Logger logger = SpringLogger.of(LeaseDataSource.class);

    private static final LogMessage SHARED_CONNECTIONS =
            LogMessage.warning("Leases of idempotency keys are renewed on the application's own connections (%s): "
                    + "if operations exhaust the pool, leases expire and an operation may run twice. "
                    + "Define a DataSource bean with @BackoffLeaseDataSource and @Bean(defaultCandidate = false)");

    /** Data sources without a pool, which always open a new connection. */
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

    /**
     * Chooses the source of connections now instead of on first use, and warns if leases must share the application's
     * pool.
     */
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

    // The lock ensures that only one pool is opened. No bean is looked up while the lock is held.
    private synchronized DataSource beside(LeaseConnections.@Nullable Factory pools) {
        if (beside != null) {
            return beside;
        }
        LeaseConnections copy = pools == null ? null : pools.beside(sources.application());
        return copy == null ? shared(sources.application()) : keep(copy);
    }

    private DataSource keep(LeaseConnections copy) {
        beside = copy;
        if (closed) {
            copy.close();
        }
        return copy;
    }

    private static DataSource shared(DataSource application) {
        if (!isUnbounded(application)) {
            SHARED_CONNECTIONS.with(application.getClass().getName()).log(logger);
        }
        return application;
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
