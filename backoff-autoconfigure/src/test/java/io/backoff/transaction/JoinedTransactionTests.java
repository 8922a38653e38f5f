package io.backoff.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.BackoffListener;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.RetryDecision;
import io.backoff.policy.StopReason;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.Applications;
import io.backoff.testkit.Logged;
import io.backoff.testkit.Warnings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Guarded calls in a transaction of their caller, with a real database. The first attempt of each fails. */
@Logged(names = "io.backoff.policies")
class JoinedTransactionTests {

    private static final Map<String, Consumer<Bookings>> METHODS = Map.of(
            "plain", Bookings::plain,
            "required", Bookings::required,
            "supports", Bookings::supports,
            "mandatory", Bookings::mandatory,
            "requiresNew", Bookings::requiresNew,
            "nested", Bookings::nested,
            "notSupported", Bookings::notSupported,
            "never", Bookings::never);

    @RegisterExtension
    final Warnings warnings = new Warnings();

    private final ApplicationContextRunner application = Applications.backoff(
                    DataSourceTransactionManagerAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    BackoffTransactionAutoConfiguration.class)
            .withBean(DataSource.class, JoinedTransactionTests::database)
            .withBean(FakeTime.class)
            .withBean(RecordingListener.class)
            .withBean(JdbcBookings.class)
            .withPropertyValues("backoff.policies.outer.max-attempts=3");

    @ParameterizedTest
    @CsvSource({
        "required, true", "supports, true", "mandatory, true",
        "required, false", "supports, false", "mandatory, false"
    })
    void aCallThatJoinsMakesOneAttempt(String method, boolean classProxies) {
        application
                .withPropertyValues("spring.aop.proxy-target-class=" + classProxies)
                .run(context -> {
                    catchThrowable(() -> inTransaction(context, method));
                    assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
                    assertThat(context.getBean(FakeTime.class).waits()).isEmpty();
                });
    }

    @Test
    void itsLogLineNamesTheTransaction(CapturedOutput output) {
        application.run(context -> catchThrowable(() -> inTransaction(context, "required")));
        assertThat(output)
                .contains("gave up after attempt 1", ": one attempt, inside a transaction: ")
                .doesNotContain("retries are disabled");
    }

    @Test
    void itsLogLineNamesTheTransactionIfThePolicyIsDisabledMeanwhile(CapturedOutput output) {
        application.withBean(Disabling.class).run(context -> catchThrowable(() -> inTransaction(context, "required")));
        assertThat(output).contains(": one attempt, inside a transaction: ").doesNotContain("retries are disabled");
    }

    @Test
    void itsLogLineNamesThePropertyThatDisablesThePolicy(CapturedOutput output) {
        application
                .withPropertyValues("backoff.policies.default.enabled=false")
                .run(context -> catchThrowable(() -> inTransaction(context, "required")));
        assertThat(output)
                .contains("retries are disabled by 'backoff.policies.default.enabled'")
                .doesNotContain("inside a transaction");
    }

    @Test
    void itsFailureReachesTheCallerAndNothingIsSaved() {
        application.run(context -> {
            assertThatThrownBy(() -> inTransaction(context, "required")).hasMessage("required 1");
            assertThat(rows(context)).isZero();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "requiresNew, true, 1", "nested, true, 1", "notSupported, true, 2", "plain, true, 2",
        "requiresNew, false, 1", "nested, false, 1", "notSupported, false, 2", "plain, false, 2"
    })
    void aCallThatDoesNotJoinIsRetried(String method, boolean classProxies, int rows) {
        application
                .withPropertyValues("spring.aop.proxy-target-class=" + classProxies)
                .run(context -> {
                    inTransaction(context, method);
                    assertThat(stops(context)).isEmpty();
                    assertThat(context.getBean(FakeTime.class).waits()).hasSize(1);
                    assertThat(rows(context)).isEqualTo(rows);
                });
    }

    @Test
    void aCallThatRejectsTransactionsFailsAsItsPolicySays() {
        application.run(context -> {
            catchThrowable(() -> inTransaction(context, "never"));
            assertThat(stops(context)).containsExactly(StopReason.EXHAUSTED);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "required", "supports"})
    void aCallOutsideOfATransactionIsRetried(String method) {
        application.run(context -> {
            METHODS.get(method).accept(context.getBean(Bookings.class));
            assertThat(context.getBean(FakeTime.class).waits()).hasSize(1);
        });
    }

    @Test
    void aSuccessIsASuccess() {
        application.run(context -> {
            context.getBean(Bookings.class).failUntil(1);
            inTransaction(context, "required");
            assertThat(rows(context)).isOne();
        });
    }

    @Test
    void aFutureMakesOneAttemptToo() {
        application.run(context -> {
            catchThrowable(() -> transaction(context)
                    .executeWithoutResult(status ->
                            assertThat(context.getBean(Bookings.class).future()).isCompletedExceptionally()));
            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
        });
    }

    @Test
    void theFallbackIsCalled() {
        application.run(context -> {
            List<String> results = new ArrayList<>();
            // The failed attempt has marked the transaction, although the caller got another result.
            catchThrowable(() -> transaction(context)
                    .executeWithoutResult(status ->
                            results.add(context.getBean(Bookings.class).withFallback())));
            assertThat(results).containsExactly("instead");
        });
    }

    @Test
    void aCallAroundTheTransactionRetriesAllOfIt() {
        application.run(context -> {
            context.getBean(BackoffOperations.class).run("outer", () -> inTransaction(context, "required"));
            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
            assertThat(rows(context)).isOne();
        });
    }

    /** Such a call declares no transaction: most often it is a remote call. */
    @Test
    void aCallFromCodeIsRetried() {
        application.run(context -> {
            BackoffOperations operations = context.getBean(BackoffOperations.class);
            Bookings bookings = context.getBean(Bookings.class);
            transaction(context).executeWithoutResult(status -> operations.run("default", bookings::unguarded));
            assertThat(context.getBean(FakeTime.class).waits()).hasSize(1);
            assertThat(warnings.messages()).isEmpty();
        });
    }

    @Test
    void retriesWhereThatIsWanted() {
        application.withPropertyValues("backoff.transactions=retry").run(context -> {
            catchThrowable(() -> inTransaction(context, "required"));
            assertThat(context.getBean(FakeTime.class).waits()).hasSize(1);
            assertThat(warnings.messages()).isEmpty();
        });
    }

    @Test
    void isSaidOncePerMethod() {
        application.run(context -> {
            for (int i = 0; i < 3; i++) {
                catchThrowable(() -> inTransaction(context, "required"));
                catchThrowable(() -> inTransaction(context, "supports"));
            }
            assertThat(warnings.messages())
                    .hasSize(2)
                    .allMatch(warning -> warning.contains("Propagation.REQUIRES_NEW"))
                    .anyMatch(warning ->
                            warning.startsWith("JdbcBookings.required is called in its caller's transaction"));
        });
    }

    @Test
    void isNotSaidOfCallsWithoutRetries() {
        application
                .withPropertyValues("backoff.policies.default.max-attempts=1")
                .run(context -> {
                    catchThrowable(() -> inTransaction(context, "required"));
                    assertThat(warnings.messages()).isEmpty();
                });
    }

    @Test
    void isAbsentWithoutSpringsTransactions() {
        new ApplicationContextRunner()
                .withClassLoader(new FilteredClassLoader(TransactionSynchronizationManager.class))
                .withConfiguration(AutoConfigurations.of(
                        BackoffTransactionAutoConfiguration.class, BackoffAutoConfiguration.class))
                .run(context ->
                        assertThat(context).hasNotFailed().doesNotHaveBean(BackoffTransactionAutoConfiguration.class));
    }

    private static void inTransaction(AssertableApplicationContext context, String method) {
        transaction(context)
                .executeWithoutResult(status -> METHODS.get(method).accept(context.getBean(Bookings.class)));
    }

    private static TransactionTemplate transaction(AssertableApplicationContext context) {
        return context.getBean(TransactionTemplate.class);
    }

    private static List<StopReason> stops(AssertableApplicationContext context) {
        return context.getBean(RecordingListener.class).decisions().stream()
                .filter(decision -> decision.stopReason() != null)
                .map(RetryDecision::stopReason)
                .toList();
    }

    private static int rows(AssertableApplicationContext context) {
        return context.getBean(JdbcTemplate.class).queryForObject("SELECT count(*) FROM bookings", Integer.class);
    }

    private static DataSource database() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        DataSource database = new SimpleDriverDataSource(new org.h2.Driver(), url, "sa", "");
        new JdbcTemplate(database).execute("CREATE TABLE bookings (name VARCHAR(50))");
        return database;
    }

    /** Disables the policy before the decision is logged. */
    private static final class Disabling implements BackoffListener {

        private final ObjectProvider<PolicyStore> store;

        private Disabling(ObjectProvider<PolicyStore> store) {
            this.store = store;
        }

        @Override
        public void onDecision(RetryDecision decision) {
            Author author = Author.of(null, ChangeSource.ENDPOINT);
            store.getObject().change(SettingsGroup.POLICIES, "default", Map.of("enabled", "false"), author);
        }
    }

    interface Bookings {

        void failUntil(int attempt);

        void unguarded();

        void plain();

        void required();

        void supports();

        void mandatory();

        void requiresNew();

        void nested();

        void notSupported();

        void never();

        CompletableFuture<String> future();

        String withFallback();
    }

    static class JdbcBookings implements Bookings {

        private final JdbcTemplate jdbc;
        private int attempts;
        private int enough = 2;

        JdbcBookings(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Override
        public void failUntil(int attempt) {
            attempts = 0;
            enough = attempt;
        }

        @Override
        public void unguarded() {
            book("unguarded");
        }

        @Override
        @Backoff
        public void plain() {
            book("plain");
        }

        @Override
        @Backoff
        @Transactional
        public void required() {
            book("required");
        }

        @Override
        @Backoff
        @Transactional(propagation = Propagation.SUPPORTS)
        public void supports() {
            book("supports");
        }

        @Override
        @Backoff
        @Transactional(propagation = Propagation.MANDATORY)
        public void mandatory() {
            book("mandatory");
        }

        @Override
        @Backoff
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void requiresNew() {
            book("requiresNew");
        }

        @Override
        @Backoff
        @Transactional(propagation = Propagation.NESTED)
        public void nested() {
            book("nested");
        }

        @Override
        @Backoff
        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public void notSupported() {
            book("notSupported");
        }

        @Override
        @Backoff
        @Transactional(propagation = Propagation.NEVER)
        public void never() {
            book("never");
        }

        @Override
        @Backoff
        @Transactional
        public CompletableFuture<String> future() {
            return CompletableFuture.failedFuture(new IllegalStateException("future"));
        }

        @Override
        @Backoff(fallback = "instead")
        @Transactional
        public String withFallback() {
            book("withFallback");
            return "booked";
        }

        public String instead() {
            return "instead";
        }

        private void book(String name) {
            jdbc.update("INSERT INTO bookings VALUES (?)", name);
            if (++attempts < enough) {
                throw new IllegalStateException(name + " " + attempts);
            }
        }
    }
}
