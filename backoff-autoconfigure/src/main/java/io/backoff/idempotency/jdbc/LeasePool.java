package io.backoff.idempotency.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * Two connections beside a pool of Hikari's, with all of its settings. The first is opened when a lease is to be
 * renewed; they are closed when none was for half a minute.
 */
final class LeasePool extends AbstractDataSource implements LeaseConnections {

    private static final int CONNECTIONS = 2;
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Pattern PRIVATE = Pattern.compile("jdbc:h2:mem:\\s*(?:;|$)", Pattern.CASE_INSENSITIVE);

    private final HikariDataSource application;
    // Starts with the first connection.
    private final HikariDataSource own = new HikariDataSource();

    LeasePool(HikariDataSource application) {
        this.application = application;
        application.copyStateTo(own);
        own.setPoolName(application.getPoolName() + "-backoff-leases");
        own.setMaximumPoolSize(CONNECTIONS);
        own.setMinimumIdle(0);
        own.setIdleTimeout(IDLE.toMillis());
        own.setInitializationFailTimeout(-1);
    }

    /** Only of the pool itself: what is around it may lead to several databases. */
    static @Nullable LeaseConnections beside(DataSource application) {
        return application instanceof HikariDataSource pool && !isPrivate(pool.getJdbcUrl())
                ? new LeasePool(pool)
                : null;
    }

    /** Whether each connection has an empty database of its own: one of H2's in memory, without a name. */
    private static boolean isPrivate(@Nullable String url) {
        return url != null && PRIVATE.matcher(url).lookingAt();
    }

    HikariDataSource own() {
        return own;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (own.isClosed()) {
            // The application is stopping, and an operation is not yet done.
            return application.getConnection();
        }
        // They may have been replaced since.
        own.setCredentials(application.getCredentials());
        return own.getConnection();
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return application.getConnection(username, password);
    }

    @Override
    public void close() {
        own.close();
    }
}
