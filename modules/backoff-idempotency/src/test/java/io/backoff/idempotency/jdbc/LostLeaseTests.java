package io.backoff.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.Idempotent;
import io.backoff.idempotency.LeaseLostException;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Database;
import io.backoff.testkit.Logged;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Uncommitted work whose lease is lost is rolled back, as another call may have done it since. */
@Logged(names = "io.backoff.idempotency.claim.LeaseLog")
class LostLeaseTests {

    @ParameterizedTest
    @EnumSource
    void rollsBackTheSameTransaction(Database database) {
        run(database, "same-transaction", context -> {
            assertThatExceptionOfType(LeaseLostException.class)
                    .isThrownBy(() -> shop(context).place("1", () -> lose(context)))
                    .withMessageContaining("A call of Shop.place lost its lease");
            assertThat(orders(context)).isEmpty();
        });
    }

    @Test
    void rollsBackWhateverRollbackRulesSay() {
        run(Database.H2, "same-transaction", context -> {
            assertThatExceptionOfType(LeaseLostException.class)
                    .isThrownBy(() -> shop(context).placeAnyhow("1", () -> lose(context)));
            assertThat(orders(context)).isEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"same-transaction", "two-phase"})
    void rollsBackAnOuterTransaction(String mode, CapturedOutput output) {
        run(Database.H2, mode, context -> {
            assertThatExceptionOfType(LeaseLostException.class)
                    .isThrownBy(() -> transactions(context)
                            .executeWithoutResult(transaction -> shop(context).place("1", () -> lose(context))));
            assertThat(orders(context)).isEmpty();
        });
        assertThat(output)
                .containsOnlyOnce("The lease of a call of Shop.place (digest of the key: ")
                .contains("was lost");
    }

    @ParameterizedTest
    @ValueSource(strings = {"same-transaction", "two-phase"})
    void rollsBackATransactionWhoseOwnerIgnoresTheFailure(String mode) {
        run(Database.H2, mode, context -> {
            assertThatExceptionOfType(LeaseLostException.class)
                    .isThrownBy(() -> transactions(context).executeWithoutResult(transaction -> {
                        try {
                            shop(context).placePlainly("1", () -> lose(context));
                        } catch (LeaseLostException ignored) {
                            assertThat(ignored).hasMessageContaining("Shop.placePlainly");
                        }
                    }));
            assertThat(orders(context)).isEmpty();
        });
    }

    @Test
    void doesNotUndoWhatIsCommitted(CapturedOutput output) {
        run(Database.H2, "two-phase", context -> {
            shop(context).place("1", () -> lose(context));
            assertThat(orders(context)).containsExactly(1);
        });
        assertThat(output).contains("was lost; another call may have carried out the same operation");
    }

    @Test
    void commitsWhileTheLeaseIsHeld() {
        run(Database.H2, "two-phase", context -> {
            transactions(context)
                    .executeWithoutResult(transaction -> shop(context).place("1", () -> {}));
            shop(context).place("1", () -> {});
            assertThat(orders(context)).containsExactly(1);
        });
    }

    private static void lose(AssertableApplicationContext context) {
        Runnable update = () ->
                context.getBean(JdbcTemplate.class).update("UPDATE backoff_idempotency SET owner = 'somebody else'");
        if ("two-phase".equals(context.getEnvironment().getProperty("backoff.idempotency.jdbc.mode"))) {
            var apart = transactions(context);
            apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            apart.executeWithoutResult(transaction -> update.run());
        } else {
            update.run();
        }
    }

    private static Shop shop(AssertableApplicationContext context) {
        return context.getBean(Shop.class);
    }

    private static TransactionTemplate transactions(AssertableApplicationContext context) {
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    private static List<Integer> orders(AssertableApplicationContext context) {
        return context.getBean(JdbcTemplate.class).queryForList("SELECT amount FROM orders", Integer.class);
    }

    private static void run(Database database, String mode, Scenario test) {
        JdbcApplication.with(database.createPooled(), Shop.class)
                .withBean(FakeTime.class)
                .withPropertyValues("backoff.idempotency.jdbc.mode=" + mode)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(JdbcTemplate.class).execute("CREATE TABLE orders (amount INT)");
                    test.run(context);
                });
    }

    private interface Scenario {

        void run(AssertableApplicationContext context) throws Exception;
    }

    static class Shop {

        private final JdbcTemplate jdbc;

        Shop(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Idempotent(key = "#id")
        @Transactional
        public int place(String id, Runnable work) {
            return placePlainly(id, work);
        }

        @Idempotent(key = "#id")
        public int placePlainly(String id, Runnable work) {
            jdbc.update("INSERT INTO orders VALUES (1)");
            work.run();
            return 1;
        }

        @Idempotent(key = "#id")
        @Transactional(noRollbackFor = RuntimeException.class)
        public int placeAnyhow(String id, Runnable work) {
            return placePlainly(id, work);
        }
    }
}
