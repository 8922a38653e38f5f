package io.backoff.transaction;

import static io.backoff.transaction.Databases.rows;
import static io.backoff.transaction.Databases.stops;
import static io.backoff.transaction.Databases.waits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.engine.BackoffOperations;
import io.backoff.policy.StopReason;
import io.backoff.testkit.Warnings;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Guarded calls without a transaction of their own, within a caller's transaction that an attempt marks for rollback.
 */
class RollbackOnlyTransactionTests {

    @RegisterExtension
    final Warnings warnings = new Warnings();

    private final ApplicationContextRunner application = Databases.application()
            .withBean(DataSource.class, Databases::create)
            .withConfiguration(AutoConfigurations.of(
                    DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class))
            .withBean(Rows.class)
            .withBean(Orders.class)
            .withBean(Caller.class);

    @ParameterizedTest
    @EnumSource
    void theCallEndsWithItsFailure(Around around) {
        application.run(context -> {
            Throwable failure = catchThrowable(() -> around.run(context, Orders::joining));
            assertThat(failure).hasMessage("row 1");
            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
            assertThat(waits(context)).isZero();
        });
    }

    @ParameterizedTest
    @EnumSource
    void aCallWhoseAttemptSpoilsNothingIsRetried(Around around) {
        application.run(context -> {
            around.run(context, Orders::apart);
            assertThat(waits(context)).isOne();
            assertThat(rows(context.getBean(DataSource.class))).isOne();
        });
    }

    /** The call does not concern that transaction: it may report the failure. */
    @ParameterizedTest
    @EnumSource
    void aCallInATransactionThatWasMarkedBeforeIsRetried(Around around) {
        application.run(context -> {
            catchThrowable(() -> around.run(context, orders -> {
                catchThrowable(orders::spoil);
                orders.remote();
            }));
            assertThat(waits(context)).isOne();
        });
    }

    @Test
    void theMethodMayMarkTheTransactionItself() {
        application.run(context -> {
            catchThrowable(() -> Around.METHOD.run(context, Orders::marking));
            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aCallFromCodeEndsToo(Around around) {
        application.run(context -> {
            BackoffOperations operations = context.getBean(BackoffOperations.class);
            catchThrowable(() -> around.run(context, orders -> operations.run("default", orders::spoil)));
            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aFutureThatHasFailedAlreadyEndsToo(Around around) {
        application.run(context -> {
            catchThrowable(() -> around.run(context, Orders::future));
            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
        });
    }

    @Test
    void aCallAroundTheTransactionRetriesAllOfIt() {
        application.run(context -> {
            context.getBean(BackoffOperations.class).run("outer", () -> Around.METHOD.run(context, Orders::joining));
            assertThat(waits(context)).isOne();
            assertThat(rows(context.getBean(DataSource.class))).isOne();
        });
    }

    @Test
    void isRetriedWhereThatIsWanted() {
        application.withPropertyValues("backoff.transactions=retry").run(context -> {
            catchThrowable(() -> Around.METHOD.run(context, Orders::joining));
            assertThat(waits(context)).isOne();
        });
    }

    @Test
    void isSaidOnce() {
        application.run(context -> {
            for (int i = 0; i < 3; i++) {
                context.getBean(Rows.class).failAgain();
                catchThrowable(() -> Around.METHOD.run(context, Orders::joining));
            }
            assertThat(warnings.messages())
                    .singleElement()
                    .asString()
                    .startsWith("Orders.joining (policy 'default') is not retried: an attempt marked its caller's "
                            + "transaction for rollback");
        });
    }

    enum Around {
        TEMPLATE {
            @Override
            void run(AssertableApplicationContext context, Consumer<Orders> call) {
                context.getBean(TransactionTemplate.class)
                        .executeWithoutResult(status -> call.accept(context.getBean(Orders.class)));
            }
        },
        METHOD {
            @Override
            void run(AssertableApplicationContext context, Consumer<Orders> call) {
                context.getBean(Caller.class).call(() -> call.accept(context.getBean(Orders.class)));
            }
        };

        abstract void run(AssertableApplicationContext context, Consumer<Orders> call);
    }

    static class Caller {

        @Transactional
        public void call(Runnable code) {
            code.run();
        }
    }

    static class Orders {

        private final Rows rows;
        private int attempts;

        Orders(Rows rows) {
            this.rows = rows;
        }

        @Backoff
        public void joining() {
            rows.insert();
        }

        @Backoff
        public void apart() {
            rows.insertApart();
        }

        @Backoff
        public void remote() {
            if (++attempts < 2) {
                throw new IllegalStateException("remote");
            }
        }

        @Backoff
        public void marking() {
            TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
            throw new IllegalStateException("marked");
        }

        @Backoff
        public CompletableFuture<String> future() {
            try {
                rows.insert();
                return CompletableFuture.completedFuture("inserted");
            } catch (IllegalStateException failure) {
                return CompletableFuture.failedFuture(failure);
            }
        }

        public void spoil() {
            rows.insert();
        }
    }

    static class Rows {

        private final JdbcTemplate jdbc;
        private int attempts;

        Rows(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        public void failAgain() {
            attempts = 0;
        }

        @Transactional
        public void insert() {
            add();
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void insertApart() {
            add();
        }

        private void add() {
            jdbc.update("INSERT INTO bookings VALUES ('row')");
            if (++attempts < 2) {
                throw new IllegalStateException("row " + attempts);
            }
        }
    }
}
