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
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A guarded call in a transaction asks the managers that exist, and creates none. */
class LazyManagerTests {

    @RegisterExtension
    final Warnings warnings = new Warnings();

    private final DataSource database = Databases.create();
    private int created;

    @Test
    void aManagerThatCannotBeCreatedFailsNoCall() {
        withLazyManager(() -> {
                    throw new IllegalStateException("the reporting database is down");
                })
                .run(context -> {
                    in(context, "own", remote -> assertThat(remote.call()).isEqualTo("done"));
                    in(
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
            in(context, "own", Remote::call);
            assertThat(created).isZero();
        });
    }

    @Test
    void aManagerThatIsCreatedLaterIsAsked() {
        withLazyManager(this::create).run(context -> {
            in(context, "own", Remote::call);
            catchThrowable(() -> in(context, "reporting", remote -> remote.spoil(manager(context, "reporting"))));
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
                            catchThrowable(
                                    () -> in(context, "outer", remote -> remote.spoil(manager(context, "outer"))));
                            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
                        }));
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

    private static void in(ApplicationContext context, String manager, Consumer<Remote> call) {
        new TransactionTemplate(manager(context, manager))
                .executeWithoutResult(status -> call.accept(context.getBean(Remote.class)));
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
