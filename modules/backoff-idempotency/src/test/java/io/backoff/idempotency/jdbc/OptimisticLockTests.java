package io.backoff.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.testkit.Database;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Version;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Concurrent writers of one row, in a real PostgreSQL: each conflict repeats a transaction, and nothing is lost. */
class OptimisticLockTests {

    private static final int THREADS = 16;
    private static final int INCREMENTS = 200;

    @Test
    void losesNoIncrementOfAVersionedEntity() {
        run(context -> {
            var counters = context.getBean(Counters.class);
            inThreads(() -> {
                counters.increment(1);
                return null;
            });
            assertThat(counters.value(1)).isEqualTo(THREADS * INCREMENTS);
        });
    }

    @Test
    void losesNoIncrementUnderSerializableIsolation() {
        run(context -> {
            var counters = context.getBean(Counters.class);
            inThreads(() -> {
                counters.incrementSerializably(1);
                return null;
            });
            assertThat(counters.value(1)).isEqualTo(THREADS * INCREMENTS);
        });
    }

    @Test
    void recoversFromDeadlocks() {
        run(context -> {
            var counters = context.getBean(Counters.class);
            var meeting = new Meeting();
            together(Stream.<Callable<Void>>of(
                    () -> {
                        counters.move(1, 2, meeting);
                        return null;
                    },
                    () -> {
                        counters.move(2, 1, meeting);
                        return null;
                    }));
            assertThat(counters.value(1) + counters.value(2)).isEqualTo(4);
        });
    }

    @Test
    void keepsTheKeyInTheTransactionOfJpa() {
        run(context -> {
            var counters = context.getBean(Counters.class);
            inThreads(() -> {
                counters.incrementOnce(1, "key");
                return null;
            });
            assertThat(counters.value(1)).isEqualTo(1);
        });
    }

    private static void inThreads(Callable<Void> increment) throws Exception {
        together(IntStream.range(0, THREADS).mapToObj(number -> () -> {
            for (var i = 0; i < INCREMENTS; i++) {
                increment.call();
            }
            return null;
        }));
    }

    private static void together(Stream<Callable<Void>> tasks) throws Exception {
        var threads = Executors.newCachedThreadPool();
        try {
            for (var each : threads.invokeAll(tasks.toList(), 5, TimeUnit.MINUTES)) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void run(ContextConsumer<AssertableApplicationContext> test) {
        JdbcApplication.with(Database.POSTGRESQL.createPooled(), Jpa.class, Counters.class)
                .withPropertyValues(
                        "backoff.policies.counter.preset=optimistic-lock",
                        // Sixteen writers do nothing but update one row: five attempts are not meant for that.
                        "backoff.policies.counter.max-attempts=1000",
                        "backoff.policies.counter.budget=none")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    var jdbc = context.getBean(JdbcTemplate.class);
                    jdbc.execute("CREATE TABLE counter (id BIGINT PRIMARY KEY, version BIGINT, value INT)");
                    jdbc.execute("INSERT INTO counter VALUES (1, 0, 0), (2, 0, 0)");
                    test.accept(context);
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Jpa {

        @Bean
        LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
            var factory = new LocalContainerEntityManagerFactoryBean();
            factory.setDataSource(dataSource);
            factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            factory.setManagedTypes(PersistenceManagedTypes.of(Counter.class.getName()));
            factory.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "none"));
            return factory;
        }

        @Bean
        JpaTransactionManager transactionManager(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }
    }

    @Entity(name = "counter")
    static class Counter {

        @Id
        private long id;

        @Version
        private long version;

        private int value;
    }

    /** Both first attempts wait here for each other; later attempts do not wait. */
    static class Meeting {

        private final CountDownLatch both = new CountDownLatch(2);

        void join() throws InterruptedException {
            both.countDown();
            both.await();
        }
    }

    static class Counters {

        @PersistenceContext
        private EntityManager entities;

        @Autowired
        private JdbcTemplate jdbc;

        @Backoff("counter")
        @Transactional
        public void increment(long id) {
            entities.find(Counter.class, id).value++;
        }

        @Backoff("counter")
        @Idempotent(key = "#key")
        @Transactional
        public void incrementOnce(long id, String key) {
            entities.find(Counter.class, id).value++;
        }

        @Backoff("counter")
        @Transactional(isolation = Isolation.SERIALIZABLE)
        public void incrementSerializably(long id) {
            var value = jdbc.queryForObject("SELECT value FROM counter WHERE id = ?", Integer.class, id);
            jdbc.update("UPDATE counter SET value = ? WHERE id = ?", value + 1, id);
        }

        /** Two of these in opposite directions wait for one another: PostgreSQL ends one. */
        @Backoff("counter")
        @Transactional
        public void move(long from, long to, Meeting meeting) throws Exception {
            jdbc.update("UPDATE counter SET value = value + 1 WHERE id = ?", from);
            meeting.join();
            jdbc.update("UPDATE counter SET value = value + 1 WHERE id = ?", to);
        }

        public int value(long id) {
            return jdbc.queryForObject("SELECT value FROM counter WHERE id = ?", Integer.class, id);
        }
    }
}
