package io.backoff.transaction;

import static io.backoff.transaction.Databases.rows;
import static io.backoff.transaction.Databases.stops;
import static io.backoff.transaction.Databases.waits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.policy.StopReason;
import io.backoff.testkit.Warnings;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Retries inside the transaction of their own method, because the application has chosen that order. */
class InnerRetriesTests {

    @RegisterExtension
    final Warnings warnings = new Warnings();

    private static final Map<String, Consumer<Bookings>> METHODS = Map.of(
            "required", Bookings::required,
            "requiresNew", Bookings::requiresNew,
            "nested", Bookings::nested,
            "supports", Bookings::supports,
            "notSupported", Bookings::notSupported);

    private final ApplicationContextRunner application = Databases.application()
            .withUserConfiguration(OuterTransactions.class)
            .withBean(DataSource.class, Databases::create)
            .withConfiguration(AutoConfigurations.of(
                    DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class))
            .withBean(Bookings.class);

    @ParameterizedTest
    @CsvSource({
        "required, false",
        "requiresNew, false",
        "nested, false",
        "required, true",
        "requiresNew, true",
        "nested, true",
        "supports, true"
    })
    void makeOneAttemptWhichIsSaidRight(String method, boolean calledInTransaction) {
        application.run(context -> {
            catchThrowable(() -> call(context, method, calledInTransaction));
            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
            assertThat(waits(context)).isZero();
            assertThat(rows(context.getBean(DataSource.class))).isZero();
            assertThat(warnings.messages())
                    .singleElement()
                    .asString()
                    .startsWith(
                            "Bookings." + method + " makes one attempt: retries would run inside its own transaction")
                    .doesNotContain("REQUIRES_NEW");
        });
    }

    @ParameterizedTest
    @CsvSource({"supports, false", "notSupported, false", "notSupported, true"})
    void areMadeOutsideOfATransaction(String method, boolean calledInTransaction) {
        application.run(context -> {
            call(context, method, calledInTransaction);
            assertThat(waits(context)).isOne();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"requiresNew", "nested"})
    void areMadeAllTheSameWhereThatIsWanted(String method) {
        application.withPropertyValues("backoff.transactions=retry").run(context -> {
            call(context, method, false);
            assertThat(waits(context)).isOne();
        });
    }

    private static void call(AssertableApplicationContext context, String method, boolean inTransaction) {
        Bookings bookings = context.getBean(Bookings.class);
        if (inTransaction) {
            context.getBean(TransactionTemplate.class)
                    .executeWithoutResult(status -> METHODS.get(method).accept(bookings));
        } else {
            METHODS.get(method).accept(bookings);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = 0)
    static class OuterTransactions {}

    static class Bookings {

        private final JdbcTemplate jdbc;
        private int attempts;

        Bookings(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Backoff
        @Transactional
        public void required() {
            book();
        }

        @Backoff
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void requiresNew() {
            book();
        }

        @Backoff
        @Transactional(propagation = Propagation.NESTED)
        public void nested() {
            book();
        }

        @Backoff
        @Transactional(propagation = Propagation.SUPPORTS)
        public void supports() {
            book();
        }

        @Backoff
        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public void notSupported() {
            book();
        }

        private void book() {
            jdbc.update("INSERT INTO bookings VALUES ('one')");
            if (++attempts < 2) {
                throw new IllegalStateException();
            }
        }
    }
}
