package io.backoff.idempotency.jdbc;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.idempotency.IdempotencyKeyReusedException;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.testkit.Database;
import io.backoff.testkit.MariaDb;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The key and what the operation writes are one transaction. */
class SameTransactionTests {

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource
    void writesOnceHoweverOftenItIsCalled(Database database) {
        run(database, (shop, context) -> {
            for (var i = 0; i < 3; i++) {
                assertThat(shop.place("1", 5, () -> "placed")).isEqualTo(new Receipt("placed", 5));
            }
            assertThat(orders(context)).containsExactly(5);
            assertThatExceptionOfType(IdempotencyKeyReusedException.class)
                    .isThrownBy(() -> shop.place("1", 6, () -> "placed"));
            assertThat(orders(context)).containsExactly(5);
        });
    }

    @ParameterizedTest
    @EnumSource
    void opensATransactionForAMethodWithoutOne(Database database) {
        run(database, (shop, context) -> {
            assertThatIllegalStateException().isThrownBy(() -> shop.placePlainly("1", 5, failing()));
            assertThat(orders(context)).isEmpty();
            shop.placePlainly("1", 5, () -> "placed");
            shop.placePlainly("1", 5, () -> "placed");
            assertThat(orders(context)).containsExactly(5);
        });
    }

    @ParameterizedTest
    @EnumSource
    void leavesNothingOfATransactionThatIsRolledBack(Database database) {
        run(database, (shop, context) -> {
            assertThatIllegalStateException().isThrownBy(() -> shop.place("1", 5, failing()));
            shop.place("1", 5, () -> {
                TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
                return "rolled back";
            });
            assertThat(keys(context)).isZero();
            assertThat(orders(context)).isEmpty();
            assertThat(shop.place("1", 5, () -> "placed").text()).isEqualTo("placed");
        });
    }

    @ParameterizedTest
    @EnumSource
    void belongsToAnOuterTransaction(Database database) {
        run(database, (shop, context) -> {
            var transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            transactions.executeWithoutResult(transaction -> {
                shop.place("1", 5, () -> "placed");
                assertThat(shop.place("1", 5, () -> "again").text()).isEqualTo("placed");
                transaction.setRollbackOnly();
            });
            assertThat(keys(context)).isZero();
            assertThat(orders(context)).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void freesTheKeyOfAnExceptionThatCommits(Database database) {
        run(database, (shop, context) -> {
            for (var i = 0; i < 2; i++) {
                assertThatIllegalArgumentException().isThrownBy(() -> shop.placeAnyhow("1", 5));
            }
            assertThat(orders(context)).containsExactly(5, 5);
            assertThat(keys(context)).isZero();
        });
    }

    @ParameterizedTest
    @EnumSource
    void isRetriedInTheTransactionOfItsCaller(Database database) {
        run(database, (shop, context) -> {
            assertThat(inTransaction(context, () -> shop.placePlainlyAndPatiently("1", 5, failing(2))))
                    .isEqualTo(new Receipt("placed", 5));
            assertThat(shop.placePlainlyAndPatiently("1", 5, failing(1)).text()).isEqualTo("placed");
            // The first method writes in the transaction itself, the second one after a savepoint.
            assertThat(orders(context)).containsExactly(5, 5, 5);
            assertThat(inTransaction(context, () -> shop.placeInSavepoint("1", 6, failing(2))))
                    .isEqualTo(new Receipt("placed", 6));
            assertThat(shop.placeInSavepoint("1", 6, failing(1)).text()).isEqualTo("placed");
            assertThat(orders(context)).containsExactly(5, 5, 5, 6);
        });
    }

    @ParameterizedTest
    @EnumSource
    void runsAgainInATransactionThatOutlivesItsFailure(Database database) {
        run(database, (shop, context) -> {
            var receipt = inTransaction(context, () -> {
                assertThatIllegalStateException().isThrownBy(() -> shop.placePlainly("1", 5, failing()));
                return shop.placePlainly("1", 5, () -> "placed");
            });
            assertThat(receipt).isEqualTo(new Receipt("placed", 5));
            assertThat(shop.placePlainly("1", 5, failing())).isEqualTo(receipt);
        });
    }

    @ParameterizedTest
    @EnumSource
    void freesTheKeyOfAFailureWhileTheTransactionCommits(Database database) {
        run(database, (shop, context) -> {
            inTransaction(context, () -> {
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void beforeCommit(boolean readOnly) {
                        assertThatIllegalStateException().isThrownBy(() -> shop.placePlainly("1", 5, failing()));
                    }
                });
                return shop;
            });
            assertThat(keys(context)).isZero();
        });
    }

    @ParameterizedTest
    @EnumSource
    void isInProgressForACallFromWithin(Database database) {
        run(database, (shop, context) -> {
            shop.placePlainly("1", 5, () -> {
                assertThatExceptionOfType(OperationInProgressException.class)
                        .isThrownBy(() -> shop.placePlainly("1", 5, () -> "within"));
                return "placed";
            });
            assertThat(orders(context)).containsExactly(5);
        });
    }

    @ParameterizedTest
    @EnumSource
    void runsAgainWhenTheTimeIsOver(Database database) {
        run(database, (shop, context) -> {
            shop.place("1", 5, () -> "placed");
            new JdbcTemplate(context.getBean(DataSource.class)).update("UPDATE backoff_idempotency SET expires_at = 0");
            assertThat(shop.place("1", 6, () -> "anew").text()).isEqualTo("anew");
            assertThat(shop.place("1", 6, () -> "again").text()).isEqualTo("anew");
        });
    }

    @ParameterizedTest
    @EnumSource
    void carriesOutOneOfManyConcurrentCalls(Database database) {
        run(database, (shop, context) -> {
            var runs = new AtomicInteger();
            var answers = inThreads(24, () -> shop.placePatiently("1", 5, () -> "run " + runs.incrementAndGet()));
            assertThat(answers).containsOnly(new Receipt("run 1", 5));
            assertThat(orders(context)).containsExactly(5);
        });
    }

    /** Duplicates must not wait for one another: a deadlock would roll back all but one of them. */
    @Test
    void letsConcurrentDuplicatesWaitForTheFirstInMariaDb() {
        run(Database.MARIADB, (shop, context) -> {
            var runs = new AtomicInteger();
            var answers = inThreads(
                    12,
                    () -> shop.place("1", 5, () -> {
                        awaitWaiting(11);
                        return "run " + runs.incrementAndGet();
                    }));
            assertThat(answers).containsOnly(new Receipt("run 1", 5));
            assertThat(orders(context)).containsExactly(5);
        });
    }

    /** Then the waiting duplicates are in a deadlock, which ends all but one of them. */
    @Test
    void letsOneOfThoseThatWaitedTakeOverInMariaDb() {
        run(Database.MARIADB, (shop, context) -> {
            var runs = new AtomicInteger();
            var answers = inThreads(
                    12,
                    () -> shop.placePatiently("1", 5, () -> {
                        if (runs.incrementAndGet() == 1) {
                            awaitWaiting(11);
                            throw new IllegalStateException("down");
                        }
                        return "placed";
                    }));
            assertThat(answers).containsOnly(new Receipt("placed", 5));
            assertThat(orders(context)).containsExactly(5);
            assertThat(runs).hasValue(2);
        });
    }

    @Test
    void rejectsAConcurrentDuplicateImmediatelyInPostgresql() {
        run(Database.POSTGRESQL, (shop, context) -> {
            shop.place("1", 5, () -> {
                assertThatExceptionOfType(OperationInProgressException.class)
                        .isThrownBy(() -> inThreads(1, () -> shop.place("1", 5, () -> "again")));
                return "placed";
            });
            assertThat(orders(context)).containsExactly(5);
        });
    }

    /** The connection dies after the effect: what the server has seen is rolled back, and the retry runs. */
    @Test
    void survivesTheDeathOfTheOwnerBetweenEffectAndCommit() {
        run(Database.POSTGRESQL, (shop, context) -> {
            var runs = new AtomicInteger();
            var receipt = shop.placePatiently("1", 5, () -> {
                if (runs.incrementAndGet() == 1) {
                    killConnections(context);
                }
                return "run " + runs;
            });
            assertThat(receipt.text()).isEqualTo("run 2");
            assertThat(orders(context)).containsExactly(5);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"REPEATABLE_READ", "SERIALIZABLE"})
    void startsAnewWhereTheIsolationHidesTheFirstCall(Isolation isolation) {
        run(Database.POSTGRESQL, (shop, context) -> {
            var jdbc = new JdbcTemplate(context.getBean(DataSource.class));
            var transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            transactions.setIsolationLevel(isolation.value());
            assertThatExceptionOfType(ConcurrencyFailureException.class)
                    .isThrownBy(() -> transactions.executeWithoutResult(transaction -> {
                        // This fixes the snapshot of the transaction.
                        jdbc.queryForList("SELECT 1 FROM backoff_idempotency");
                        unchecked(() -> inThreads(1, () -> shop.place("1", 5, () -> "placed")));
                        shop.place("1", 5, () -> "again");
                    }))
                    .satisfies(failure -> assertThat(((SQLException) failure.getMostSpecificCause()).getSQLState())
                            .isEqualTo("40001"));
            // Retried in a new transaction, as @Backoff does.
            assertThat(transactions
                            .execute(transaction -> shop.place("1", 5, () -> "again"))
                            .text())
                    .isEqualTo("placed");
            assertThat(orders(context)).containsExactly(5);
        });
    }

    @Test
    void isRepeatedUnderRepeatableReadUntilItSeesTheFirstCall() {
        run(Database.POSTGRESQL, (shop, context) -> {
            var runs = new AtomicInteger();
            var answers = inThreads(12, () -> shop.placeIsolated("1", 5, () -> "run " + runs.incrementAndGet()));
            assertThat(answers).containsOnly(answers.get(0));
            assertThat(orders(context)).containsExactly(5);
        });
    }

    @Test
    void rejectsMethodsThatWantNoTransaction() {
        JdbcApplication.with(Database.H2.create(), NoTransaction.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("its key must be written in its transaction"));
        JdbcApplication.with(Database.H2.create(), ReadOnly.class)
                .run(context -> assertThat(context).getFailure().hasMessageContaining("which is read-only"));
    }

    @Test
    void runsNothingInATransactionOfAnotherDatabase() {
        run(Database.H2, (shop, context) -> {
            var other = new TransactionTemplate(new JdbcTransactionManager(Database.H2.create()));
            assertThatIllegalStateException()
                    .isThrownBy(() -> other.execute(transaction -> shop.placePlainly("1", 5, () -> "placed")))
                    .withMessageContaining("does not cover the database that holds the idempotency keys");
            assertThat(orders(context)).isEmpty();
        });
    }

    private void run(Database database, Scenario test) {
        JdbcApplication.with(database.create(), Shop.class)
                .withPropertyValues(policy(
                        "patient", "max-attempts=0, strategy=constant, delay=20ms, max-elapsed=60s, budget=none"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(JdbcTemplate.class).execute("CREATE TABLE orders (amount INT)");
                    test.run(context.getBean(Shop.class), context);
                });
    }

    private static <T> T inTransaction(AssertableApplicationContext context, Supplier<T> work) {
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                .execute(transaction -> work.get());
    }

    private <T> List<T> inThreads(int count, Callable<T> call) throws Exception {
        List<Future<T>> started = new ArrayList<>();
        var start = new CountDownLatch(1);
        for (var i = 0; i < count; i++) {
            started.add(threads.submit(() -> {
                start.await();
                return call.call();
            }));
        }
        start.countDown();
        List<T> results = new ArrayList<>();
        for (var each : started) {
            try {
                results.add(each.get(60, TimeUnit.SECONDS));
            } catch (ExecutionException failed) {
                throw (Exception) failed.getCause();
            }
        }
        return results;
    }

    private static void unchecked(Callable<?> work) {
        try {
            work.call();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void awaitWaiting(int transactions) {
        var server = new JdbcTemplate(MariaDb.open(""));
        var query = "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Integer.valueOf(transactions).equals(server.queryForObject(query, Integer.class)));
    }

    private static void killConnections(AssertableApplicationContext context) {
        unchecked(() -> {
            try (var connection = context.getBean(DataSource.class).getConnection()) {
                return connection
                        .createStatement()
                        .execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            }
        });
    }

    private static Supplier<String> failing() {
        return () -> {
            throw new IllegalStateException("down");
        };
    }

    private static Supplier<String> failing(int times) {
        var failures = new AtomicInteger();
        return () -> {
            if (failures.getAndIncrement() < times) {
                throw new IllegalStateException("down");
            }
            return "placed";
        };
    }

    private static List<Integer> orders(AssertableApplicationContext context) {
        return context.getBean(JdbcTemplate.class).queryForList("SELECT amount FROM orders", Integer.class);
    }

    private static int keys(AssertableApplicationContext context) {
        return context.getBean(JdbcTemplate.class)
                .queryForList("SELECT id FROM backoff_idempotency")
                .size();
    }

    private interface Scenario {

        void run(Shop shop, AssertableApplicationContext context) throws Exception;
    }

    record Receipt(@Nullable String text, int amount) {}

    static class Shop {

        private final JdbcTemplate jdbc;

        Shop(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Idempotent(key = "#id")
        @Transactional
        public Receipt place(String id, int amount, Supplier<String> work) {
            jdbc.update("INSERT INTO orders VALUES (?)", amount);
            return new Receipt(work.get(), amount);
        }

        @Idempotent(key = "#id")
        public Receipt placePlainly(String id, int amount, Supplier<String> work) {
            return place(id, amount, work);
        }

        @Backoff("patient")
        @Idempotent(key = "#id")
        public Receipt placePlainlyAndPatiently(String id, int amount, Supplier<String> work) {
            return place(id, amount, work);
        }

        @Backoff("patient")
        @Idempotent(key = "#id")
        @Transactional
        public Receipt placePatiently(String id, int amount, Supplier<String> work) {
            return place(id, amount, work);
        }

        @Backoff("patient")
        @Idempotent(key = "#id")
        @Transactional(propagation = Propagation.NESTED)
        public Receipt placeInSavepoint(String id, int amount, Supplier<String> work) {
            return place(id, amount, work);
        }

        @Backoff("patient")
        @Idempotent(key = "#id")
        @Transactional(isolation = Isolation.REPEATABLE_READ)
        public Receipt placeIsolated(String id, int amount, Supplier<String> work) {
            return place(id, amount, work);
        }

        @Idempotent(key = "#id")
        @Transactional(noRollbackFor = IllegalArgumentException.class)
        public void placeAnyhow(String id, int amount) {
            place(id, amount, () -> "placed");
            throw new IllegalArgumentException("all the same");
        }
    }

    static class NoTransaction {

        @Idempotent(key = "#id")
        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public void place(String id) {}
    }

    static class ReadOnly {

        @Idempotent(key = "#id")
        @Transactional(readOnly = true)
        public void place(String id) {}
    }
}
