package io.backoff.failure;

import static io.backoff.testkit.Membership.PERMANENT;
import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.orm.ObjectOptimisticLockingFailureException;

/** The groups of the failures of JPA on PostgreSQL that Spring translates. */
class JpaRepositoryFailureTests {

    private static Accounts accounts;

    @BeforeAll
    static void start() {
        accounts = new Accounts(Postgresql.dataSource());
    }

    @AfterAll
    static void stop() {
        accounts.close();
    }

    @Test
    void anOptimisticLockIsTransient() {
        var thrown = Caught.exception(
                ObjectOptimisticLockingFailureException.class, () -> inTransaction(this::changeTogetherWithAnother));
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
        assertThat(Application.causeOf(thrown)).isEqualTo("db");
    }

    @Test
    void aPessimisticLockIsTransient() {
        EntityManager other = accounts.entityManager();
        other.find(Account.class, 1, LockModeType.PESSIMISTIC_WRITE);
        var thrown = Caught.exception(
                PessimisticLockingFailureException.class, () -> inTransaction(this::lockWithoutWaiting));
        Accounts.end(other);
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }

    @Test
    void aViolatedConstraintIsPermanent() {
        var thrown = Caught.exception(
                DataIntegrityViolationException.class,
                () -> inTransaction(() -> accounts.repository().insert(1)));
        assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
    }

    @Test
    void aMissingArgumentIsPermanent() {
        var thrown = Caught.exception(
                InvalidDataAccessApiUsageException.class,
                () -> accounts.repository().findById(null));
        assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
    }

    private static void inTransaction(Runnable code) {
        accounts.transaction().executeWithoutResult(status -> code.run());
    }

    private void changeTogetherWithAnother() {
        accounts.repository().findById(1).orElseThrow().change();
        try (EntityManager other = accounts.entityManager()) {
            other.find(Account.class, 1).change();
            other.getTransaction().commit();
        }
    }

    private void lockWithoutWaiting() {
        accounts.repository().doNotWaitForLocks();
        accounts.repository().lock(1);
    }
}
