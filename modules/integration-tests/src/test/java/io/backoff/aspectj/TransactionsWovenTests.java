package io.backoff.aspectj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Warnings;
import io.backoff.transaction.BackoffTransactionAutoConfiguration;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Woven retries run inside the transactions that proxies begin. */
class TransactionsWovenTests {

    @RegisterExtension
    final Warnings warnings = new Warnings();

    private final ApplicationContextRunner application = WovenContexts.runner()
            .withConfiguration(AutoConfigurations.of(
                    DataSourceTransactionManagerAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    BackoffTransactionAutoConfiguration.class))
            .withBean(DataSource.class, TransactionsWovenTests::database)
            .withBean(Ledger.class);

    @ParameterizedTest
    @ValueSource(strings = {"required", "requiresNew", "nested"})
    void makeOneAttemptWhichIsSaidRight(String method) {
        application.run(context -> {
            Ledger ledger = context.getBean(Ledger.class);
            catchThrowable(() -> {
                switch (method) {
                    case "required" -> ledger.required();
                    case "requiresNew" -> ledger.requiresNew();
                    default -> ledger.nested();
                }
            });
            assertThat(context.getBean(FakeTime.class).waits()).isEmpty();
            assertThat(warnings.messages())
                    .singleElement()
                    .asString()
                    .startsWith("Ledger." + method + " makes one attempt: retries would run inside its own transaction")
                    .doesNotContain("REQUIRES_NEW");
        });
    }

    @Test
    void areMadeWhereNoProxyHasBegunOne() {
        application.run(context -> {
            catchThrowable(() -> new Ledger().requiresNew());
            assertThat(context.getBean(FakeTime.class).waits()).hasSize(2);
        });
    }

    private static DataSource database() {
        return new SimpleDriverDataSource(new org.h2.Driver(), "jdbc:h2:mem:" + UUID.randomUUID(), "sa", "");
    }

    static class Ledger {

        @Backoff
        @Transactional
        public void required() {
            throw new IllegalStateException();
        }

        @Backoff
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void requiresNew() {
            throw new IllegalStateException();
        }

        @Backoff
        @Transactional(propagation = Propagation.NESTED)
        public void nested() {
            throw new IllegalStateException();
        }
    }
}
