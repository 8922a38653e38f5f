package io.backoff.idempotency.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.claim.MemoryStore;
import io.backoff.test.FakeTime;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** From the outside in: retries, the key, the transaction. */
class IdempotentOrderTests {

    @ParameterizedTest
    @CsvSource({
        "true," + (Ordered.LOWEST_PRECEDENCE - 6),
        "false," + (Ordered.LOWEST_PRECEDENCE - 6),
        "true," + Ordered.LOWEST_PRECEDENCE,
        "false," + Ordered.LOWEST_PRECEDENCE
    })
    void isBetweenRetriesAndTransactions(boolean proxyTargetClass, int order) {
        IdempotentApplication.with(Transactions.class, Recorded.class, TransactionalShop.class)
                .withPropertyValues("backoff.order=" + order, "spring.aop.proxy-target-class=" + proxyTargetClass)
                .run(context -> {
                    var shop = context.getBean(Shop.class);
                    assertThat(shop.place("1")).isEqualTo("placed");
                    assertThat(shop.place("1")).isEqualTo("placed");
                    assertThat(context.getBean(Events.class).all)
                            .containsExactly(
                                    "claim",
                                    "begin",
                                    "rollback",
                                    "release",
                                    "claim",
                                    "begin",
                                    "commit",
                                    "complete",
                                    "claim");
                });
    }

    interface Shop {

        String place(String id);
    }

    static class TransactionalShop implements Shop {

        private final AtomicInteger attempts = new AtomicInteger();

        @Override
        @Backoff
        @Idempotent(key = "#id")
        @Transactional
        public String place(String id) {
            if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("once");
            }
            return "placed";
        }
    }

    static final class Events {

        private final List<String> all = new ArrayList<>();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = false)
    static class Transactions {

        @Bean
        Events events() {
            return new Events();
        }

        @Bean
        RecordingTransactions transactionManager(Events events) {
            return new RecordingTransactions(events);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Recorded {

        @Bean
        IdempotencyStore store(Events events) {
            var memory = new MemoryStore(new FakeTime());
            return (IdempotencyStore) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {IdempotencyStore.class},
                    (proxy, method, arguments) -> {
                        if (List.of("claim", "complete", "release").contains(method.getName())) {
                            events.all.add(method.getName());
                        }
                        return method.invoke(memory, arguments);
                    });
        }
    }

    static class RecordingTransactions extends AbstractPlatformTransactionManager {

        private static final long serialVersionUID = 1L;
        private final transient Events events;

        RecordingTransactions(Events events) {
            this.events = events;
        }

        @Override
        protected Object doGetTransaction() {
            return "transaction";
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {
            events.all.add("begin");
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            events.all.add("commit");
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {
            events.all.add("rollback");
        }
    }
}
