package io.backoff.idempotency.claim;

import static io.backoff.idempotency.claim.IdempotencyOutcome.EXECUTED;
import static io.backoff.idempotency.claim.IdempotencyOutcome.LEASE_LOST;
import static io.backoff.idempotency.claim.IdempotencyOutcome.STORE_ERROR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Idempotent;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.GrantingStore;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.LeaseLostException;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.idempotency.method.IdempotentApplication;
import io.backoff.idempotency.method.IdempotentApplication.RecordingOutcomes;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Database;
import io.backoff.testkit.Logged;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/** Operations in their caller's transaction, with a store that fails. */
@Logged(LeaseLog.class)
class UnstoredOutcomeTests {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final DataSource database = Database.H2.create();
    private final JdbcTemplate jdbc = new JdbcTemplate(database);
    private final TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(database));
    private final Store store = new Store();

    @BeforeEach
    void prepare() {

        jdbc.execute("CREATE TABLE orders (amount INT)");
    }

    @Test
    void isRolledBackWhenTheLeaseIsOverAndCannotBeRenewed(CapturedOutput output) {
        run(context -> {
            store.failing = true;
            assertThatExceptionOfType(LeaseLostException.class)
                    .isThrownBy(() -> ship(context, () -> pass(context, LEASE)));
            assertThat(outcomes(context)).containsExactly(LEASE_LOST);
        });
        assertThat(orders()).isZero();
        assertThat(output).containsOnlyOnce("was lost; another call may have");
    }

    @Test
    void commitsWhileTheLeaseLastsWithoutTheStore() {
        run(context -> {
            store.failing = true;
            ship(context, () -> pass(context, LEASE.minusMillis(1)));
            assertThat(outcomes(context)).containsExactly(EXECUTED);
        });
        assertThat(orders()).isOne();
    }

    @Test
    void theLeaseCountsFromTheLastRenewal() {
        run(context -> {
            ship(context, () -> {
                pass(context, Duration.ofSeconds(20));
                store.failing = true;
                pass(context, LEASE.minusMillis(1));
            });
            store.failing = false;
            assertThatExceptionOfType(LeaseLostException.class)
                    .isThrownBy(() -> ship(context, () -> {
                        pass(context, Duration.ofSeconds(20));
                        store.failing = true;
                        pass(context, LEASE);
                    }));
        });
        assertThat(orders()).isOne();
    }

    /** The store decides: no other call has taken over. */
    @Test
    void commitsWhenTheStoreIsBack() {
        run(context -> {
            store.failing = true;
            ship(context, () -> {
                pass(context, LEASE.multipliedBy(10));
                store.failing = false;
            });
            assertThat(outcomes(context)).containsExactly(EXECUTED);
        });
        assertThat(orders()).isOne();
    }

    @Test
    void warnsWhereTheEndOfTheTransactionIsUnknown(CapturedOutput output) {
        transactions.setTransactionManager(new JdbcTransactionManager(database) {
            @Override
            protected void doCommit(DefaultTransactionStatus status) {
                throw new TransactionSystemException("the connection broke");
            }
        });
        run(context -> {
            assertThatExceptionOfType(TransactionSystemException.class).isThrownBy(() -> ship(context, () -> {}));
            assertThat(outcomes(context)).containsExactly(STORE_ERROR);
        });
        assertThat(output)
                .containsOnlyOnce("The outcome of the transaction around a call of Shop.ship (digest of the key: ")
                .contains("is unknown, so nothing is stored; once its lease has expired, a duplicate call")
                .doesNotContain("secret-1");
    }

    /**
     * Rolled back even if the exception is caught: a key without an outcome would reject duplicates for no reason.
     */
    @Test
    void isRolledBackWhenTheOutcomeCannotBePartOfTheTransaction(CapturedOutput output) {
        store.joining = true;
        run(context -> {
            store.failing = true;
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> transactions.executeWithoutResult(transaction -> {
                        Throwable ignored = catchThrowable(() -> shop(context).ship("secret-1", this::order));
                        assertThat(ignored).hasMessage("complete");
                    }))
                    .withMessage("complete");
            assertThat(outcomes(context)).containsExactly(STORE_ERROR);
        });
        assertThat(orders()).isZero();
        assertThat(output)
                .containsOnlyOnce("could not be stored; its transaction is rolled back")
                .doesNotContain("secret-1");
    }

    private void ship(AssertableApplicationContext context, Runnable work) {
        transactions.executeWithoutResult(transaction -> shop(context).ship("secret-1", () -> {
            order();
            work.run();
        }));
    }

    private void order() {
        jdbc.update("INSERT INTO orders VALUES (1)");
    }

    private int orders() {
        return jdbc.queryForObject("SELECT count(*) FROM orders", Integer.class);
    }

    private static void pass(AssertableApplicationContext context, Duration time) {
        context.getBean(FakeTime.class).advance(time);
    }

    private static Shop shop(AssertableApplicationContext context) {
        return context.getBean(Shop.class);
    }

    private static List<IdempotencyOutcome> outcomes(AssertableApplicationContext context) {
        return context.getBean(RecordingOutcomes.class).outcomes();
    }

    private void run(Scenario test) {
        IdempotentApplication.with(Shop.class)
                .withBean(IdempotencyStore.class, () -> store)
                .run(test::run);
    }

    private interface Scenario {

        void run(AssertableApplicationContext context) throws Exception;
    }

    static class Shop {

        @Idempotent(key = "#id")
        public void ship(String id, Runnable work) {
            work.run();
        }
    }

    /** Grants every claim. While the store fails, renewals throw, and so does storing outcomes in a transaction. */
    private static final class Store extends GrantingStore {

        private boolean joining;
        private boolean failing;

        @Override
        public boolean joinsTransaction() {
            return joining;
        }

        @Override
        public boolean renew(ClaimToken token, Duration lease) {
            if (failing) {
                throw new IllegalStateException("renew");
            }
            return true;
        }

        @Override
        public boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl) {
            if (failing && joining) {
                throw new IllegalStateException("complete");
            }
            return true;
        }
    }
}
