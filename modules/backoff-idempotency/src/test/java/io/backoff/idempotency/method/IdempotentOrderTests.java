package io.backoff.idempotency.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.claim.MemoryStore;
import io.backoff.test.FakeTime;
import io.backoff.testkit.RecordingTransactions;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

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
                    assertThat(context.getBean(RecordingTransactions.class).events())
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

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = false)
    static class Transactions {

        @Bean
        RecordingTransactions transactionManager() {
            return new RecordingTransactions();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Recorded {

        @Bean
        IdempotencyStore store(RecordingTransactions transactions) {
            var memory = new MemoryStore(new FakeTime());
            return (IdempotencyStore) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {IdempotencyStore.class},
                    (proxy, method, arguments) -> {
                        if (List.of("claim", "complete", "release").contains(method.getName())) {
                            transactions.events().add(method.getName());
                        }
                        return method.invoke(memory, arguments);
                    });
        }
    }
}
