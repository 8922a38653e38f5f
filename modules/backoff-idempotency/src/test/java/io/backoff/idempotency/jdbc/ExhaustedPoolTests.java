package io.backoff.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.backoff.Idempotent;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Database;
import io.backoff.testkit.Logged;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Operations that hold every connection of their application: a pool of two. */
@Timeout(60)
@Logged(LeaseDataSource.class)
class ExhaustedPoolTests {

    private static final long LEASE = 30_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final DataSource database = Database.POSTGRESQL.create();
    private final JdbcTemplate observer = new JdbcTemplate(database);
    private final Orders orders = new Orders();

    @AfterEach
    void stop() {

        threads.shutdownNow();
    }

    @Test
    void runEachOperationOnce(CapturedOutput output) {
        application(poolOfTwo())
                .run(first -> application(poolOfTwo()).run(second -> {
                    var running = List.of(place(first, "1"), place(first, "2"));
                    orders.inside.await();
                    outliveTheLease(first);
                    for (var key : List.of("1", "2")) {
                        assertThatExceptionOfType(OperationInProgressException.class)
                                .isThrownBy(() -> second.getBean(Shop.class).place(key));
                    }
                    orders.goOn.countDown();
                    for (var each : running) {
                        assertThat(each.get(20, TimeUnit.SECONDS)).startsWith("run ");
                    }
                    assertThat(second.getBean(Shop.class).place("1")).startsWith("run ");
                    assertThat(orders.runs).hasValue(2);
                }));
        assertThat(output).doesNotContain("Leases of idempotency keys");
    }

    /** Each thread holds a connection while it claims, and until its outcome is stored. */
    @Test
    void endWithAnOuterTransaction() {
        application(poolOfTwo()).run(context -> {
            var transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            var running = new ArrayList<Future<String>>();
            for (var key : List.of("1", "2")) {
                Callable<String> call = () -> transactions.execute(transaction -> {
                    context.getBean(JdbcTemplate.class).queryForList("SELECT 1");
                    return context.getBean(Shop.class).place(key);
                });
                running.add(threads.submit(call));
            }
            orders.inside.await();
            orders.goOn.countDown();
            for (var each : running) {
                each.get(20, TimeUnit.SECONDS);
            }
            assertThat(observer.queryForList("SELECT state FROM backoff_idempotency", String.class))
                    .containsExactly("RETURNED", "RETURNED");
        });
    }

    /** Then each thread that ends an operation waits for a connection. */
    @Test
    void doNotKeepTheLeasesOfFuturesFromBeingRenewed() {
        application(poolOfTwo()).run(context -> {
            var shop = context.getBean(Shop.class);
            var pending = new CompletableFuture<String>();
            var later = new ArrayList<CompletableFuture<String>>();
            for (var i = 0; i < 20; i++) {
                later.add(shop.placeLater("later" + i, pending));
            }
            var running = List.of(place(context, "1"), place(context, "2"));
            orders.inside.await();
            pending.complete("placed");
            outliveTheLease(context);
            assertThat(observer.queryForObject(
                            "SELECT count(*) FROM backoff_idempotency WHERE state = 'IN_PROGRESS' AND lease_until <= "
                                    + Dialect.POSTGRESQL.now(),
                            Integer.class))
                    .isZero();
            orders.goOn.countDown();
            for (var each : running) {
                each.get(20, TimeUnit.SECONDS);
            }
            for (var each : later) {
                assertThat(each.get(20, TimeUnit.SECONDS)).isEqualTo("placed");
            }
        });
    }

    @Test
    void warnOfAPoolThatNoneCanBeOpenedBeside(CapturedOutput output) {
        var wrapped = new DelegatingDataSource(poolOfTwo());
        application(wrapped)
                .run(context -> assertThat(output)
                        .containsOnlyOnce(
                                "Leases of idempotency keys are renewed on the application's own connections ("
                                        + DelegatingDataSource.class.getName()));
        assertThat(output).contains("@BackoffLeaseDataSource and @Bean(defaultCandidate = false)");
    }

    @Test
    void doNotWarnWhereThereIsNoPool(CapturedOutput output) {
        application(database).run(context -> assertThat(context).hasNotFailed());
        assertThat(output).doesNotContain("Leases of idempotency keys");
    }

    @Test
    void useTheConnectionsThatTheApplicationProvides(CapturedOutput output) {
        application(new DelegatingDataSource(poolOfTwo()))
                .withBean(Leases.Origin.class, () -> new Leases.Origin(database))
                .withUserConfiguration(Leases.class)
                .run(context -> {
                    var running = List.of(place(context, "1"), place(context, "2"));
                    orders.inside.await();
                    outliveTheLease(context);
                    orders.goOn.countDown();
                    for (var each : running) {
                        each.get(20, TimeUnit.SECONDS);
                    }
                    assertThat(context.getBean(Leases.Origin.class).connections).hasPositiveValue();
                });
        assertThat(output).doesNotContain("Leases of idempotency keys");
    }

    /** Lets twice the lease pass, a third of it at a time, so that it can be renewed. */
    private void outliveTheLease(AssertableApplicationContext context) {
        for (var third = 0; third < 6; third++) {
            observer.update("UPDATE backoff_idempotency SET lease_until = lease_until - ?", LEASE / 3);
            await().atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> {
                        // Another thread renews the lease, and may not have scheduled the next renewal yet.
                        context.getBean(FakeTime.class).advance(Duration.ofMillis(LEASE / 3));
                        return shortestLease() > LEASE * 0.9;
                    });
        }
    }

    private long shortestLease() {
        var left = "SELECT min(lease_until) - " + Dialect.POSTGRESQL.now() + " FROM backoff_idempotency"
                + " WHERE state = 'IN_PROGRESS'";
        return observer.queryForObject(left, Long.class);
    }

    private Future<String> place(AssertableApplicationContext context, String key) {
        return threads.submit(() -> context.getBean(Shop.class).place(key));
    }

    private HikariDataSource poolOfTwo() {
        var pool = new HikariDataSource();
        pool.setDataSource(database);
        pool.setMaximumPoolSize(2);
        pool.setMinimumIdle(0);
        return pool;
    }

    private ApplicationContextRunner application(DataSource dataSource) {
        return JdbcApplication.with(dataSource, Shop.class)
                .withBean(FakeTime.class)
                .withBean(Orders.class, () -> orders)
                .withPropertyValues("backoff.idempotency.jdbc.mode=two-phase");
    }

    private static final class Orders implements Supplier<String> {

        private final AtomicInteger runs = new AtomicInteger();
        private final CountDownLatch inside = new CountDownLatch(2);
        private final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public String get() {
            var run = "run " + runs.incrementAndGet();
            inside.countDown();
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return run;
        }
    }

    static class Shop {

        private final Orders orders;

        Shop(Orders orders) {
            this.orders = orders;
        }

        @Idempotent(key = "#id")
        @Transactional
        public String place(String id) {
            return orders.get();
        }

        @Idempotent(key = "#id")
        public CompletableFuture<String> placeLater(String id, CompletableFuture<String> result) {
            return result;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Leases {

        @Bean(defaultCandidate = false)
        @BackoffLeaseDataSource
        DataSource leases(Origin origin) {
            return origin.counted();
        }

        static final class Origin {

            private final DataSource database;
            private final AtomicInteger connections = new AtomicInteger();

            Origin(DataSource database) {
                this.database = database;
            }

            DataSource counted() {
                return new DelegatingDataSource(database) {
                    @Override
                    public java.sql.Connection getConnection() throws java.sql.SQLException {
                        connections.incrementAndGet();
                        return super.getConnection();
                    }
                };
            }
        }
    }
}
