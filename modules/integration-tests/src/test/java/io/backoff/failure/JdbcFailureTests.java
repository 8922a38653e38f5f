package io.backoff.failure;

import static io.backoff.testkit.Membership.NEITHER;
import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.backoff.failure.Postgresql.Access;
import io.backoff.testkit.Membership;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.util.PSQLException;
import org.springframework.jdbc.core.JdbcTemplate;

/** The groups of the failures of JDBC drivers, which the SQL state decides unless the type does. */
class JdbcFailureTests {

    @ParameterizedTest
    @CsvSource({
        "SERIALIZATION_FAILURE, 40001, TRANSIENT",
        "DEADLOCK, 40P01, TRANSIENT",
        "CONNECTION_LOST, 57P01, TRANSIENT",
        "QUERY_CANCELED, 57014, TRANSIENT",
        "LOCK_NOT_AVAILABLE, 55P03, NEITHER",
        "UNIQUE_VIOLATION, 23505, NEITHER",
        "NOT_NULL_VIOLATION, 23502, NEITHER",
        "SYNTAX_ERROR, 42601, NEITHER"
    })
    void failuresOfPostgresqlBelongToTheGroupOfTheirState(PostgresqlFailure failure, String state, Membership group)
            throws Exception {
        Exception thrown = Postgresql.failure(Access.JDBC, failure);
        assertThat(thrown).isInstanceOfSatisfying(PSQLException.class, each -> hasState(each, state));
        assertThat(Application.groupOf(thrown)).isEqualTo(group);
        assertThat(Application.causeOf(thrown)).isEqualTo("db");
    }

    @Test
    void aConnectionWithoutServerIsTransient() {
        SQLException thrown = connecting("jdbc:postgresql://localhost:1/test");
        hasState(thrown, "08001");
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }

    @Test
    void aConnectionTooManyIsTransient() {
        new JdbcTemplate(Postgresql.dataSource()).execute("CREATE ROLE crowd LOGIN CONNECTION LIMIT 0");
        var crowded = (PGSimpleDataSource) Postgresql.dataSource();
        var thrown = Caught.exception(
                PSQLException.class, () -> crowded.getConnection("crowd", "").close());
        hasState(thrown, "53300");
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }

    @Test
    void aClosedConnectionIsTransient() throws SQLException {
        Connection connection = Postgresql.dataSource().getConnection();
        connection.close();
        var thrown = Caught.exception(PSQLException.class, connection::createStatement);
        hasState(thrown, "08003");
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }

    @Test
    void aViolationInABatchIsInNeither() throws SQLException {
        try (var connection = Postgresql.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO item VALUES (1, 0)");
            var thrown = Caught.exception(BatchUpdateException.class, statement::executeBatch);
            hasState(thrown, "23505");
            assertThat(Application.groupOf(thrown)).isEqualTo(NEITHER);
        }
    }

    @Test
    void anExhaustedPoolIsTransient() throws SQLException {
        try (var pool = new HikariDataSource()) {
            pool.setDataSource(Postgresql.dataSource());
            pool.setMaximumPoolSize(1);
            pool.setConnectionTimeout(250);
            Connection only = pool.getConnection();
            var thrown = Caught.exception(SQLTransientConnectionException.class, pool::getConnection);
            only.close();
            assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
        }
    }

    /** MariaDB's driver calls it non-transient, which its state and its cause deny. */
    @Test
    void aNonTransientConnectionFailureIsTransientByItsState() {
        SQLException thrown = connecting("jdbc:mariadb://localhost:1/test");
        assertThat((Exception) thrown).isInstanceOf(SQLNonTransientConnectionException.class);
        hasState(thrown, "08000");
        assertThat(Application.groupOf(new SQLNonTransientConnectionException(null, thrown.getSQLState())))
                .isEqualTo(TRANSIENT);
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }

    private static void hasState(SQLException failure, String state) {
        assertThat(failure.getSQLState()).isEqualTo(state);
    }

    private static SQLException connecting(String url) {
        return Caught.exception(
                SQLException.class,
                () -> DriverManager.getConnection(url, "test", "").close());
    }
}
