package io.backoff.modulith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.engine.CurrentAttempt;
import io.backoff.method.IntegrationCalls;
import io.backoff.modulith.Orders.Order;
import io.backoff.policy.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.scheduling.annotation.Async;
import org.springframework.test.util.AopTestUtils;
import org.springframework.transaction.event.TransactionalEventListener;

/** Listeners on threads of their own. */
class AsynchronousListenerTests {

    private static final Duration DELAY = Duration.ofSeconds(10);

    @ParameterizedTest
    @ValueSource(classes = {OfAModule.class, WithAFuture.class})
    void comeBack(Class<?> configuration) {
        Orders.application()
                .withUserConfiguration(configuration)
                .withPropertyValues("backoff.policies.events.max-attempts=2")
                .run(context -> {
                    Orders orders = new Orders(context);
                    orders.listener().failFor(0);
                    Attempts attempts = AopTestUtils.getTargetObject(context.getBean(Attempts.class));
                    orders.publish("tea");
                    await().untilAsserted(() ->
                            assertThat(orders.statuses()).containsExactlyInAnyOrder("COMPLETED", "FAILED"));
                    orders.poll();
                    orders.pollAfter(DELAY);
                    await().untilAsserted(() -> assertThat(orders.statuses()).containsOnly("COMPLETED"));
                    assertThat(attempts.numbers).containsExactly(1, 2);
                    assertThat(context.getBean(IntegrationCalls.class).rows())
                            .filteredOn(row -> !row.method().equals("Listener.on"))
                            .singleElement()
                            .satisfies(row -> assertThat(row.guard().calls().outcomes())
                                    .isEqualTo(Map.of(Outcome.RECOVERED, 1L)));
                });
    }

    abstract static class Attempts {

        final List<Integer> numbers = new CopyOnWriteArrayList<>();

        boolean isFirst() {
            numbers.add(CurrentAttempt.get().orElseThrow().number());
            return numbers.size() == 1;
        }
    }

    static class Module extends Attempts {

        @ApplicationModuleListener
        void on(Order order) {
            if (isFirst()) {
                throw new Orders.Down();
            }
        }
    }

    static class Future extends Attempts {

        @Async
        @TransactionalEventListener
        public CompletableFuture<String> on(Order order) {
            return isFirst()
                    ? CompletableFuture.failedFuture(new Orders.Down())
                    : CompletableFuture.completedFuture(order.id());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OfAModule {

        @Bean
        Module module() {
            return new Module();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithAFuture {

        @Bean
        Future future() {
            return new Future();
        }
    }
}
