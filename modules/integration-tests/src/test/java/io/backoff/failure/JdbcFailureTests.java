package io.backoff.failure;

import static io.backoff.testkit.Membership.NEITHER;
import static io.backoff.testkit.Membership.PERMANENT;
import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.zaxxer.hikari.HikariDataSource;
import io.backoff.failure.Postgresql.Access;
import io.backoff.testkit.Membership;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.util.PSQLException;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

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
            Connection only = pool.getConnection();
            // After the first connection, because the timeout limits its login too.
            pool.setConnectionTimeout(250);
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

    /** The groups of the types that JDBC has for failures, thrown by H2. */
    @Nested
    class ByType {

        private static final String URL = "jdbc:h2:mem:failures;LOCK_TIMEOUT=1";
        private static Connection connection;

        @BeforeAll
        static void createTable() throws SQLException {
            connection = connect("sa");
            execute(connection, "CREATE TABLE item (id int PRIMARY KEY)");
            execute(connection, "INSERT INTO item VALUES (1)");
        }

        @AfterAll
        static void close() throws SQLException {
            connection.close();
        }

        @ParameterizedTest
        @MethodSource
        void statementsFailWithATypeOfAGroup(String sql, Class<? extends SQLException> type, Membership group) {
            SQLException thrown = Caught.exception(type, () -> execute(connection, sql));
            assertThat(Application.groupOf(thrown)).isEqualTo(group);
            assertThat(Application.causeOf(thrown)).isEqualTo("db");
        }

        static Stream<Arguments> statementsFailWithATypeOfAGroup() {
            return Stream.of(
                    arguments("SELECT FROM WHERE", SQLSyntaxErrorException.class, PERMANENT),
                    arguments("INSERT INTO item VALUES (1)", SQLIntegrityConstraintViolationException.class, PERMANENT),
                    arguments("SELECT 1 / 0", SQLDataException.class, PERMANENT),
                    arguments("ALTER TABLE item ADD CONSTRAINT x CHECK (id > 5)", SQLException.class, PERMANENT));
        }

        @Test
        void aWrongUserIsPermanent() {
            var thrown = Caught.exception(SQLInvalidAuthorizationSpecException.class, () -> connect("nobody"));
            assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
        }

        @Test
        void aMissingFeatureIsPermanent() {
            var thrown =
                    Caught.exception(SQLFeatureNotSupportedException.class, () -> connection.createStruct("", null));
            assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
        }

        @Test
        void aLockTimeoutIsTransient() throws SQLException {
            try (Connection other = connect("sa")) {
                other.setAutoCommit(false);
                execute(other, "SELECT * FROM item FOR UPDATE");
                var thrown = Caught.exception(SQLTimeoutException.class, () -> execute(connection, "DELETE FROM item"));
                assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
                assertThat(Application.causeOf(thrown)).isEqualTo("timeout");
            }
        }

        /** Neither the type nor the state, 90098, says whether the database comes back. */
        @Test
        void aClosedDatabaseIsInNeither() throws SQLException {
            try (Connection closed = DriverManager.getConnection("jdbc:h2:mem:closed")) {
                execute(closed, "SHUTDOWN IMMEDIATELY");
                var thrown =
                        Caught.exception(SQLNonTransientConnectionException.class, () -> execute(closed, "SELECT 1"));
                assertThat(Application.groupOf(thrown)).isEqualTo(NEITHER);
            }
        }

        /** No driver at hand throws these themselves. */
        @ParameterizedTest
        @MethodSource
        void furtherTypesHaveAGroup(SQLException failure, Membership group) {
            assertThat(Application.groupOf(failure)).isEqualTo(group);
            assertThat(Application.causeOf(failure)).isEqualTo("db");
        }

        static Stream<Arguments> furtherTypesHaveAGroup() {
            return Stream.of(
                    arguments(new SQLRecoverableException(), TRANSIENT),
                    arguments(new SQLTransientException(), TRANSIENT),
                    arguments(new SQLNonTransientException(), PERMANENT),
                    arguments(new SQLNonTransientConnectionException(), NEITHER),
                    arguments(new SQLException(), NEITHER),
                    arguments(new SQLException("no reason", ""), NEITHER),
                    arguments(new SQLException("no reason", "0"), NEITHER),
                    arguments(new SQLException("insufficient resources", "53"), TRANSIENT),
                    arguments(new SQLException("insufficient resources", "53200"), TRANSIENT),
                    arguments(new SQLException("insufficient privilege", "42501"), NEITHER),
                    arguments(new SQLException("operator intervention", "57P03"), TRANSIENT));
        }

        private static Connection connect(String user) throws SQLException {
            return DriverManager.getConnection(URL, user, "");
        }

        private static void execute(Connection connection, String sql) throws SQLException {
            try (var statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    /** The groups of the failures that Spring translates from JDBC. */
    @Nested
    class TranslatedBySpring {

        @ParameterizedTest
        @CsvSource({
            "SERIALIZATION_FAILURE, CannotAcquireLockException, TRANSIENT, db",
            "DEADLOCK, PessimisticLockingFailureException, TRANSIENT, db",
            "CONNECTION_LOST, DataAccessResourceFailureException, TRANSIENT, db",
            "QUERY_CANCELED, QueryTimeoutException, TRANSIENT, timeout",
            "LOCK_NOT_AVAILABLE, UncategorizedSQLException, NEITHER, db",
            "UNIQUE_VIOLATION, DuplicateKeyException, PERMANENT, db",
            "NOT_NULL_VIOLATION, DataIntegrityViolationException, PERMANENT, db",
            "SYNTAX_ERROR, BadSqlGrammarException, PERMANENT, db"
        })
        void failuresOfPostgresqlBelongToTheGroupOfTheirTranslation(
                PostgresqlFailure failure, String type, Membership group, String cause) throws Exception {
            Exception thrown = Postgresql.failure(Access.JDBC_TEMPLATE, failure);
            assertThat(thrown.getClass().getSimpleName()).isEqualTo(type);
            assertThat(Application.groupOf(thrown)).isEqualTo(group);
            assertThat(Application.causeOf(thrown)).isEqualTo(cause);
        }

        @Test
        void aConnectionWithoutServerIsTransient() {
            var absent = new JdbcTemplate(new DriverManagerDataSource("jdbc:postgresql://localhost:1/test"));
            var thrown = Caught.exception(CannotGetJdbcConnectionException.class, () -> absent.execute("SELECT 1"));
            assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
        }

        @Test
        void aMissingRowIsPermanent() {
            var database = new JdbcTemplate(Postgresql.dataSource());
            var thrown = Caught.exception(
                    EmptyResultDataAccessException.class,
                    () -> database.queryForObject("SELECT 1 WHERE false", Integer.class));
            assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
            assertThat(Application.causeOf(thrown)).isEqualTo("db");
        }

        /** Without a cause, so that the type alone decides. */
        @ParameterizedTest
        @MethodSource
        void eachTypeHasItsGroup(DataAccessException failure, Membership group) {
            assertThat(Application.groupOf(failure)).isEqualTo(group);
        }

        static Stream<Arguments> eachTypeHasItsGroup() {
            return Stream.of(
                    arguments(new CannotAcquireLockException("lock"), TRANSIENT),
                    arguments(new OptimisticLockingFailureException("version"), TRANSIENT),
                    arguments(new QueryTimeoutException("time"), TRANSIENT),
                    arguments(new TransientDataAccessResourceException("resource"), TRANSIENT),
                    arguments(new RecoverableDataAccessException("connection"), TRANSIENT),
                    arguments(new DataAccessResourceFailureException("resource"), NEITHER),
                    arguments(new NonTransientDataAccessResourceException("resource"), NEITHER),
                    arguments(new DuplicateKeyException("key"), PERMANENT),
                    arguments(new PermissionDeniedDataAccessException("user", null), PERMANENT),
                    arguments(new InvalidDataAccessApiUsageException("null"), PERMANENT));
        }
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
