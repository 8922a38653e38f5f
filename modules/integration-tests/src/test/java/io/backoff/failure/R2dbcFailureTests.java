package io.backoff.failure;

import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.failure.Postgresql.Access;
import io.backoff.testkit.Membership;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The groups of the failures of R2DBC, bare and translated by Spring. */
class R2dbcFailureTests {

    @ParameterizedTest
    @CsvSource({
        "SERIALIZATION_FAILURE, R2dbcRollbackException, TRANSIENT",
        "DEADLOCK, R2dbcTransientException, TRANSIENT",
        "CONNECTION_LOST, R2dbcNonTransientResourceException, NEITHER",
        "QUERY_CANCELED, R2dbcNonTransientResourceException, NEITHER",
        "LOCK_NOT_AVAILABLE, R2dbcNonTransientResourceException, NEITHER",
        "UNIQUE_VIOLATION, R2dbcDataIntegrityViolationException, PERMANENT",
        "NOT_NULL_VIOLATION, R2dbcDataIntegrityViolationException, PERMANENT",
        "SYNTAX_ERROR, R2dbcBadGrammarException, PERMANENT"
    })
    void failuresOfTheDriverBelongToTheGroupOfTheirType(PostgresqlFailure failure, String type, Membership group)
            throws Exception {
        Exception thrown = Postgresql.failure(Access.R2DBC, failure);
        assertThat(thrown).isInstanceOf(Class.forName("io.r2dbc.spi." + type));
        assertThat(Application.groupOf(thrown)).isEqualTo(group);
        assertThat(Application.causeOf(thrown)).isEqualTo("db");
    }

    @ParameterizedTest
    @CsvSource({
        "SERIALIZATION_FAILURE, CannotAcquireLockException, TRANSIENT",
        "DEADLOCK, UncategorizedR2dbcException, TRANSIENT",
        "CONNECTION_LOST, DataAccessResourceFailureException, NEITHER",
        "LOCK_NOT_AVAILABLE, DataAccessResourceFailureException, NEITHER",
        "UNIQUE_VIOLATION, DuplicateKeyException, PERMANENT",
        "NOT_NULL_VIOLATION, DataIntegrityViolationException, PERMANENT",
        "SYNTAX_ERROR, BadSqlGrammarException, PERMANENT"
    })
    void failuresOfTheDatabaseClientBelongToTheGroupOfTheirTranslation(
            PostgresqlFailure failure, String type, Membership group) throws Exception {
        Exception thrown = Postgresql.failure(Access.DATABASE_CLIENT, failure);
        assertThat(thrown.getClass().getSimpleName()).isEqualTo(type);
        assertThat(Application.groupOf(thrown)).isEqualTo(group);
        assertThat(Application.causeOf(thrown)).isEqualTo("db");
    }

    @Test
    void aConnectionWithoutServerIsTransientByItsCause() {
        var absent = new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
                .host("localhost")
                .port(1)
                .username("test")
                .build());
        R2dbcException thrown = Caught.exception(
                R2dbcNonTransientResourceException.class, () -> absent.create().block());
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }
}
