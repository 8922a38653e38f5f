package io.backoff.failure;

import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Database;
import jakarta.persistence.LockModeType;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.QueryTimeoutException;
import org.hibernate.Session;
import org.junit.jupiter.api.Test;

/** The groups of the timeouts of Hibernate on H2, which keeps the transaction: PostgreSQL ends it. */
class JpaTimeoutTests extends TwoTransactions {

    JpaTimeoutTests() {
        super(Database.H2.create());
    }

    @Test
    void aLockThatTakesTooLongIsTransient() {
        other.find(Account.class, 1, LockModeType.PESSIMISTIC_WRITE);
        execute("SET LOCK_TIMEOUT 1");
        var thrown = Caught.exception(
                LockTimeoutException.class, () -> entities.find(Account.class, 1, LockModeType.PESSIMISTIC_WRITE));
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
    }

    @Test
    void aQueryThatTakesTooLongIsTransient() {
        var endless = entities.createNativeQuery("SELECT sum(x) FROM system_range(1, 1000000000)");
        execute("SET QUERY_TIMEOUT 1");
        var thrown = Caught.exception(QueryTimeoutException.class, endless::getSingleResult);
        assertThat(Application.groupOf(thrown)).isEqualTo(TRANSIENT);
        assertThat(Application.causeOf(thrown)).isEqualTo("timeout");
    }

    @Test
    void aTimeoutWithoutACauseIsTransient() {
        assertThat(Application.groupOf(new QueryTimeoutException())).isEqualTo(TRANSIENT);
    }

    /** Hibernate itself would reset a timeout. */
    private void execute(String sql) {
        entities.unwrap(Session.class)
                .doWork(connection -> connection.createStatement().execute(sql));
    }
}
