package io.backoff.failure;

import static io.backoff.testkit.Membership.NEITHER;
import static io.backoff.testkit.Membership.PERMANENT;
import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.testkit.Membership;
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
import java.sql.SQLTransientException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The groups of the types that JDBC has for failures, thrown by H2. */
class SqlExceptionTypeTests {

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
        var thrown = Caught.exception(SQLFeatureNotSupportedException.class, () -> connection.createStruct("", null));
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
            var thrown = Caught.exception(SQLNonTransientConnectionException.class, () -> execute(closed, "SELECT 1"));
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
