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
 * A pool of two connections beside a HikariCP pool of the application, with the same settings. It opens a connection
 * when a lease is renewed, and closes it after half a minute without a renewal.
 */
final class LeasePool extends AbstractDataSource implements LeaseConnections {

    private static final int CONNECTIONS = 2;
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Pattern PRIVATE = Pattern.compile("jdbc:h2:mem:\\s*(?:;|$)", Pattern.CASE_INSENSITIVE);

    private final HikariDataSource application;
    // This pool is initialized when the first connection is requested.
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

    /**
     * Opens a pool if the {@code DataSource} itself is a HikariCP pool; a wrapped pool does not count, because the
     * wrapper may route to several databases.
     */
    static @Nullable LeaseConnections beside(DataSource application) {
        return application instanceof HikariDataSource pool && !isPrivate(pool.getJdbcUrl())
                ? new LeasePool(pool)
                : null;
    }

    /** Whether each connection opens a separate, empty database, as for an unnamed in-memory database in H2. */
    private static boolean isPrivate(@Nullable String url) {
        return url != null && PRIVATE.matcher(url).lookingAt();
    }

    HikariDataSource own() {
        return own;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (own.isClosed()) {
            // The application is stopping, but an operation in progress still needs to renew its lease.
            return application.getConnection();
        }
        // The application may have changed its credentials since the pool was created.
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
