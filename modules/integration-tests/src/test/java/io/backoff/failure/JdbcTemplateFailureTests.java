package io.backoff.failure;

import static io.backoff.testkit.Membership.NEITHER;
import static io.backoff.testkit.Membership.PERMANENT;
import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.failure.Postgresql.Access;
import io.backoff.testkit.Membership;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
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

/** The groups of the failures that Spring translates from JDBC. */
class JdbcTemplateFailureTests {

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
