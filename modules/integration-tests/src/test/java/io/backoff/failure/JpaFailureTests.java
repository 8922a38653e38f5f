package io.backoff.failure;

import static io.backoff.testkit.Membership.NEITHER;
import static io.backoff.testkit.Membership.PERMANENT;
import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.LockModeType;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.NoResultException;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PessimisticLockException;
import jakarta.persistence.RollbackException;
import org.hibernate.exception.ConstraintViolationException;
import org.junit.jupiter.api.Test;

/** The groups of the failures of Hibernate on PostgreSQL, as Jakarta Persistence names them. */
class JpaFailureTests extends TwoTransactions {

    JpaFailureTests() {
        super(Postgresql.dataSource());
    }

    @Test
    void anOptimisticLockIsTransient() {
        changeByBoth();
        var thrown = Caught.exception(OptimisticLockException.class, entities::flush);
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
        assertThat(Application.causeOf(thrown)).isEqualTo("db");
    }

    @Test
    void anOptimisticLockAtTheCommitIsTransient() {
        changeByBoth();
        var thrown = Caught.exception(RollbackException.class, entities.getTransaction()::commit);
        assertThat(thrown).hasCauseInstanceOf(OptimisticLockException.class);
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }

    @Test
    void aPessimisticLockIsTransient() {
        other.find(Account.class, 1, LockModeType.PESSIMISTIC_WRITE);
        execute("SET LOCAL lock_timeout = '1ms'");
        var thrown = Caught.exception(
                PersistenceException.class, () -> entities.find(Account.class, 1, LockModeType.PESSIMISTIC_WRITE));
        assertThat(thrown).isInstanceOfAny(PessimisticLockException.class, LockTimeoutException.class);
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
        assertThat(Application.causeOf(thrown)).isEqualTo("db");
    }

    /** PostgreSQL ends the transaction with the query: some versions of Hibernate then name no type but this. */
    @Test
    void aCanceledQueryIsTransientByItsState() {
        execute("SET LOCAL statement_timeout = '1ms'");
        var thrown = Caught.exception(PersistenceException.class, () -> execute("SELECT pg_sleep(60)"));
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
        assertThat(Application.causeOf(thrown)).isIn("db", "timeout");
    }

    @Test
    void aSerializationFailureIsTransient() {
        execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
        changeByBoth();
        var thrown = Caught.exception(PessimisticLockException.class, entities::flush);
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }

    @Test
    void aMissingRowIsInNeither() {
        var thrown = Caught.exception(
                NoResultException.class,
                () -> entities.createQuery("from account where id = 0", Account.class)
                        .getSingleResult());
        assertThat(Application.groupOf(thrown)).isEqualTo(NEITHER);
        assertThat(Application.causeOf(thrown)).isEqualTo("db");
    }

    @Test
    void aMissingEntityIsInNeither() {
        var missing = entities.getReference(Account.class, 0);
        var thrown = Caught.exception(EntityNotFoundException.class, missing::change);
        assertThat(Application.groupOf(thrown)).isEqualTo(NEITHER);
    }

    @Test
    void aViolatedConstraintIsInNeither() {
        var thrown = Caught.exception(
                ConstraintViolationException.class,
                () -> execute("INSERT INTO account (id, changes, version) VALUES (1, 0, 0)"));
        assertThat(Application.groupOf(thrown)).isEqualTo(NEITHER);
        assertThat(Application.causeOf(thrown)).isEqualTo("db");
    }

    @Test
    void aWrongQueryIsPermanent() {
        var thrown = Caught.exception(IllegalArgumentException.class, () -> entities.createQuery("from nothing"));
        assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
    }

    private void changeByBoth() {
        entities.find(Account.class, 1).change();
        other.find(Account.class, 1).change();
        other.getTransaction().commit();
    }

    private void execute(String sql) {
        entities.createNativeQuery(sql).executeUpdate();
    }
}
