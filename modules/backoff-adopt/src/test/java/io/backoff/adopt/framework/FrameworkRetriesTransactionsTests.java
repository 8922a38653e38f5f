package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Spring Framework retries outside of a method's own transaction, and inside of its caller's. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesTransactionsTests extends FrameworkRetriesFixture {

    private final Shop shop = bean(Shop.class);
    private final Till till = bean(Till.class);
    private final List<String> events = bean(RecordingTransactions.class).events;

    FrameworkRetriesTransactionsTests(String mode) {
        super(mode, Transactions.class, Shop.class, Till.class);
    }

    @BeforeEach
    void forget() {
        events.clear();
    }

    @Test
    void eachAttemptHasATransaction() {
        assertThat(shop.sell(Script.failing(2, "sold"))).isEqualTo("sold");
        assertThat(events).containsExactly("begin", "rollback", "begin", "rollback", "begin", "commit");
    }

    @Test
    void eachFailedAttemptIsRolledBack() {
        assertThat(catchThrowable(() -> shop.sell(Script.failing(3, "too late"))))
                .hasMessage("failure 3");
        assertThat(events).containsExactly("begin", "rollback", "begin", "rollback", "begin", "rollback");
    }

    @Test
    void checkedExceptionsCommit() throws IOException {
        assertThat(shop.sellChecked(Script.of(new IOException(), "sold"))).isEqualTo("sold");
        assertThat(events).containsExactly("begin", "commit", "begin", "commit");
    }

    @Test
    void synchronizationsBelongToAnAttempt() {
        assertThat(shop.sellAndNote(Script.failing(1, "sold"), events)).isEqualTo("sold");
        assertThat(events).containsExactly("begin", "rollback", "completed 1", "begin", "commit", "completed 0");
    }

    @Test
    void attemptsShareTheTransactionOfTheirCaller() {
        var script = Script.failing(2, "sold");
        assertThat(till.inTransaction(() -> shop.sellPlainly(script))).isEqualTo("sold");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(events).containsExactly("begin", "commit");
    }

    @Test
    void aCallersTransactionIsRolledBackForTheLastFailure() {
        var script = Script.failing(3, "too late");
        assertThat(catchThrowable(() -> till.inTransaction(() -> shop.sellPlainly(script))))
                .hasMessage("failure 3");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(events).containsExactly("begin", "rollback");
    }

    @Test
    void joinedTransactionsAreSpoiledByAnAttempt() {
        var script = Script.failing(1, "sold");
        assertThat(catchThrowable(() -> till.inTransaction(() -> shop.sell(script))))
                .hasMessageContaining("rollback-only");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(events).containsExactly("begin", "rollback only", "rollback only", "rollback");
    }

    @Test
    void newTransactionsArePerAttemptInATransactionToo() {
        var script = Script.failing(1, "sold");
        assertThat(till.inTransaction(() -> shop.sellApart(script))).isEqualTo("sold");
        assertThat(events).containsExactly("begin", "begin", "rollback", "begin", "commit", "commit");
    }

    @Test
    void noTransactionIsLeftBehind() {
        catchThrowable(() -> shop.sell(Script.failing(3, "too late")));
        assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                .isFalse();
        assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
    }

    static class Shop {

        @Retryable(maxRetries = 2, delay = 0)
        @Transactional
        public Object sell(Script script) {
            assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                    .isTrue();
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @Transactional
        public Object sellChecked(Script script) throws IOException {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @Transactional
        public Object sellAndNote(Script script, List<String> events) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

                @Override
                public void afterCompletion(int status) {
                    events.add("completed " + status);
                }
            });
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public Object sellApart(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Object sellPlainly(Script script) {
            return script.run();
        }
    }

    static class Till {

        @Transactional
        public Object inTransaction(Supplier<Object> sale) {
            return sale.get();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Transactions {

        @Bean
        RecordingTransactions transactionManager() {
            return new RecordingTransactions();
        }
    }
}
