package io.backoff.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.backoff.testkit.Database;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.jdbc.datasource.DelegatingDataSource;

class LeasePoolTests {

    private final HikariDataSource application = pool();

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void hasTheSettingsOfTheApplicationAndFewConnections() throws SQLException {
        try (var pool = new LeasePool(application);
                var connection = pool.getConnection()) {
            assertThat(connection.getSchema()).isEqualTo("KEYS");
            assertThat(pool.own().getPoolName()).isEqualTo("shop-backoff-leases");
            assertThat(pool.own().getMaximumPoolSize()).isEqualTo(2);
            assertThat(pool.own().getMinimumIdle()).isZero();
            assertThat(pool.own().getIdleTimeout()).isEqualTo(30_000);
        }
    }

    @Test
    void opensNothingUntilALeaseIsRenewed() throws SQLException {
        var pool = new LeasePool(application);
        assertThat(pool.own().isRunning()).isFalse();
        pool.getConnection().close();
        assertThat(pool.own().isRunning()).isTrue();
        pool.close();
        assertThat(pool.own().isClosed()).isTrue();
    }

    /** An operation may outlast the pool while the application stops. */
    @Test
    void handsOutConnectionsOfTheApplicationOnceClosed() throws SQLException {
        var pool = new LeasePool(application);
        pool.close();
        try (var connection = pool.getConnection()) {
            assertThat(connection.isValid(1)).isTrue();
            assertThat(application.getHikariPoolMXBean().getActiveConnections()).isOne();
        }
    }

    @Test
    void followsCredentialsThatAreReplaced() throws SQLException {
        try (var pool = new LeasePool(application)) {
            try (var connection = application.getConnection()) {
                connection.createStatement().execute("CREATE USER other PASSWORD 'new' ADMIN");
            }
            application.setUsername("other");
            application.setPassword("new");
            try (var connection = pool.getConnection()) {
                assertThat(connection.getMetaData().getUserName()).isEqualTo("OTHER");
            }
        }
    }

    @Test
    void isOpenedBesideAPoolOnlyAndNotBesideWhatIsAroundOne() {
        assertThat(LeasePool.beside(new DelegatingDataSource(application))).isNull();
        assertThat(LeasePool.beside(Database.H2.create())).isNull();
    }

    /** Each connection to an unnamed database has its own database, which holds no keys. */
    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:mem:,false",
        "jdbc:h2:mem:;MODE=MySQL,false",
        "JDBC:H2:MEM:,false",
        "jdbc:h2:mem:shop,true",
        "jdbc:h2:mem:shop;MODE=MySQL,true",
        "jdbc:h2:./mem,true"
    })
    void isNotOpenedBesideADatabaseOfOneConnection(String url, boolean opened) {
        try (var pool = new HikariDataSource()) {
            pool.setJdbcUrl(url);
            assertThat(LeasePool.beside(pool) != null).isEqualTo(opened);
        }
    }

    @Test
    void nativeImagesGetHintsForTheCopiedFields() {
        var hints = new RuntimeHints();
        new LeasePoolHints().registerHints(hints, null);
        for (var field : HikariConfig.class.getDeclaredFields()) {
            assertThat(reflection().onFieldAccess(field)).accepts(hints);
        }
        assertThat(BackoffIdempotencyJdbcAutoConfiguration.Hikari.class
                        .getAnnotation(ImportRuntimeHints.class)
                        .value())
                .containsExactly(LeasePoolHints.class);
    }

    private static HikariDataSource pool() {
        var pool = new HikariDataSource();
        pool.setJdbcUrl(
                "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;INIT=CREATE SCHEMA IF NOT EXISTS KEYS");
        pool.setUsername("sa");
        pool.setPassword("");
        pool.setSchema("KEYS");
        pool.setPoolName("shop");
        return pool;
    }
}
