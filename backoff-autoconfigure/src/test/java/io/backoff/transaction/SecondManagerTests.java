package io.backoff.transaction;

import static io.backoff.transaction.Databases.rows;
import static io.backoff.transaction.Databases.stops;
import static io.backoff.transaction.Databases.waits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.policy.StopReason;
import io.backoff.testkit.Warnings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Two databases, each with a transaction manager: a call joins transactions of its own manager only. */
class SecondManagerTests {

    @RegisterExtension
    final Warnings warnings = new Warnings();

    private final ApplicationContextRunner application =
            Databases.application().withUserConfiguration(TwoDatabases.class);
    private final DataSource database = Databases.create();
    private int created;

    @Test
    void aCallInATransactionOfAnotherManagerIsRetried() {
        application.run(context -> {
            in(context, "first", bookings -> bookings.ofSecond());
            assertThat(waits(context)).isOne();
            assertThat(rows(context.getBean("secondDatabase", DataSource.class)))
                    .isOne();
            assertThat(warnings.messages()).isEmpty();
        });
    }

    @Test
    void aCallInATransactionOfItsManagerIsNot() {
        application.run(context -> {
            catchThrowable(() -> in(context, "second", bookings -> bookings.ofSecond()));
            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
            assertThat(rows(context.getBean("secondDatabase", DataSource.class)))
                    .isZero();
        });
    }

    @Test
    void aCallWithoutQualifierBelongsToTheDefault() {
        application.run(context -> {
            in(context, "second", bookings -> bookings.ofDefault());
            assertThat(waits(context)).isOne();
            catchThrowable(
                    () -> in(context, "first", bookings -> bookings.failAgain().ofDefault()));
            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
        });
    }

    @Test
    void theQualifierOfTheClassCounts() {
        application.run(context -> {
            QualifiedBookings bookings = context.getBean(QualifiedBookings.class);
            in(context, "first", ignored -> bookings.book());
            assertThat(waits(context)).isOne();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStrictManagerRevealsItsTransaction(boolean readOnly) {
        application.run(context -> {
            for (var name : new String[] {"first", "second"}) {
                context.getBean(name, DataSourceTransactionManager.class).setValidateExistingTransaction(true);
            }
            TransactionTemplate template = template(context, "first");
            template.setReadOnly(readOnly);
            template.executeWithoutResult(
                    status -> context.getBean(Bookings.class).ofSecond());
            assertThat(waits(context)).isOne();
        });
    }

    /**
     * It could be any manager: other libraries chain managers, and have to begin a transaction with each to find out.
     */
    @Test
    void anOpaqueManagerIsTakenToBeInATransaction() {
        application
                .withBean("opaque", PlatformTransactionManager.class, OpaqueTransactions::new)
                .run(context -> {
                    catchThrowable(() -> in(context, "first", bookings -> bookings.ofOpaque()));
                    assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
                });
    }

    @Test
    void aManagerThatCannotBeCreatedFailsNoCall() {
        withLazyManager(() -> {
                    throw new IllegalStateException("the reporting database is down");
                })
                .run(context -> {
                    remotely(context, "own", remote -> assertThat(remote.call()).isEqualTo("done"));
                    remotely(
                            context,
                            "own",
                            remote -> assertThat(remote.callLater().toCompletableFuture())
                                    .isCompletedWithValue("done"));
                    assertThat(waits(context)).isEqualTo(2);
                    assertThat(warnings.messages()).isEmpty();
                });
    }

    @Test
    void aManagerThatNobodyNeedsIsNotCreated() {
        withLazyManager(this::create).run(context -> {
            remotely(context, "own", Remote::call);
            assertThat(created).isZero();
        });
    }

    @Test
    void aManagerThatIsCreatedLaterIsAsked() {
        withLazyManager(this::create).run(context -> {
            remotely(context, "own", Remote::call);
            catchThrowable(() -> remotely(context, "reporting", remote -> remote.spoil(manager(context, "reporting"))));
            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
            assertThat(rows(database)).isZero();
        });
    }

    @Test
    void theManagerOfAnOuterContextIsAsked() {
        new ApplicationContextRunner()
                .withBean("outer", PlatformTransactionManager.class, this::create)
                .run(outer -> Databases.application()
                        .withParent(outer)
                        .withBean(Remote.class, () -> new Remote(database))
                        .run(context -> {
                            catchThrowable(() ->
                                    remotely(context, "outer", remote -> remote.spoil(manager(context, "outer"))));
                            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
                        }));
    }

    private static void in(AssertableApplicationContext context, String manager, Consumer<Bookings> call) {
        template(context, manager).executeWithoutResult(status -> call.accept(context.getBean(Bookings.class)));
    }

    private static TransactionTemplate template(AssertableApplicationContext context, String manager) {
        return new TransactionTemplate(context.getBean(manager, PlatformTransactionManager.class));
    }

    private ApplicationContextRunner withLazyManager(Supplier<PlatformTransactionManager> lazy) {
        return Databases.application()
                .withBean(Remote.class, () -> new Remote(database))
                .withBean("own", PlatformTransactionManager.class, () -> manager(), bean -> bean.setPrimary(true))
                .withBean("reporting", PlatformTransactionManager.class, lazy, bean -> bean.setLazyInit(true));
    }

    private PlatformTransactionManager create() {
        created++;
        return manager();
    }

    private PlatformTransactionManager manager() {
        return new DataSourceTransactionManager(database);
    }

    private static PlatformTransactionManager manager(ApplicationContext context, String name) {
        return context.getBean(name, PlatformTransactionManager.class);
    }

    private static void remotely(ApplicationContext context, String manager, Consumer<Remote> call) {
        new TransactionTemplate(manager(context, manager))
                .executeWithoutResult(status -> call.accept(context.getBean(Remote.class)));
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDatabases {

        @Bean
        @Primary
        DataSource firstDatabase() {
            return Databases.create();
        }

        @Bean
        DataSource secondDatabase() {
            return Databases.create();
        }

        @Bean
        @Primary
        DataSourceTransactionManager first(DataSource firstDatabase) {
            return new DataSourceTransactionManager(firstDatabase);
        }

        @Bean
        DataSourceTransactionManager second(@Qualifier("secondDatabase") DataSource database) {
            return new DataSourceTransactionManager(database);
        }

        @Bean
        Bookings bookings(DataSource firstDatabase, @Qualifier("secondDatabase") DataSource second) {
            return new Bookings(new JdbcTemplate(firstDatabase), new JdbcTemplate(second));
        }

        @Bean
        QualifiedBookings qualifiedBookings(@Qualifier("secondDatabase") DataSource second) {
            return new QualifiedBookings(new JdbcTemplate(second));
        }
    }

    static class Bookings {

        private final JdbcTemplate first;
        private final JdbcTemplate second;
        private int attempts;

        Bookings(JdbcTemplate first, JdbcTemplate second) {
            this.first = first;
            this.second = second;
        }

        public Bookings failAgain() {
            attempts = 0;
            return this;
        }

        @Backoff
        @Transactional("second")
        public void ofSecond() {
            book(second);
        }

        @Backoff
        @Transactional
        public void ofDefault() {
            book(first);
        }

        @Backoff
        @Transactional("opaque")
        public void ofOpaque() {
            book(second);
        }

        private void book(JdbcTemplate database) {
            database.update("INSERT INTO bookings VALUES ('one')");
            if (++attempts < 2) {
                throw new IllegalStateException();
            }
        }
    }

    @Qualifier("second")
    static class QualifiedBookings {

        private final JdbcTemplate second;
        private int attempts;

        QualifiedBookings(JdbcTemplate second) {
            this.second = second;
        }

        @Backoff
        @Transactional
        public void book() {
            second.update("INSERT INTO bookings VALUES ('one')");
            if (++attempts < 2) {
                throw new IllegalStateException();
            }
        }
    }

    static class OpaqueTransactions implements PlatformTransactionManager {

        @Override
        public TransactionStatus getTransaction(TransactionDefinition definition) {
            throw new IllegalStateException("begun");
        }

        @Override
        public void commit(TransactionStatus status) {}

        @Override
        public void rollback(TransactionStatus status) {}
    }

    static class Remote {

        private final JdbcTemplate jdbc;
        private int attempts;

        Remote(DataSource database) {
            this.jdbc = new JdbcTemplate(database);
        }

        @Backoff
        public String call() {
            failOnce();
            return "done";
        }

        @Backoff
        public CompletionStage<String> callLater() {
            failOnce();
            return CompletableFuture.completedFuture("done");
        }

        /** Joins the caller's transaction and marks it. */
        @Backoff
        public void spoil(PlatformTransactionManager manager) {
            new TransactionTemplate(manager).executeWithoutResult(status -> {
                jdbc.update("INSERT INTO bookings VALUES ('one')");
                throw new IllegalStateException();
            });
        }

        private void failOnce() {
            if (++attempts % 2 == 1) {
                throw new IllegalStateException();
            }
        }
    }
}
