package io.backoff.idempotency.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.classify.Classifier;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.claim.MemoryStore;
import io.backoff.test.FakeTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.SpringProperties;

/**
 * One thread creates a bean under the container's lock, while another one calls a method and waits for that lock. A
 * call that the first thread makes must not wait for the second.
 */
class ContainerLockTests {

    private static final String STRICT = "spring.locking.strict";

    @BeforeEach
    void lockStrictly() {
        SpringProperties.setProperty(STRICT, "true");
    }

    @AfterEach
    void lockAsUsual() {
        SpringProperties.setProperty(STRICT, null);
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void isNotWaitedForByWhoHoldsIt(LookUp lookUp) {
        IdempotentApplication.with(Shop.class)
                .withBean(LookUp.class, () -> lookUp)
                .withPropertyValues("backoff.policies.bank.max-attempts=1")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Opening.class).other.get(30, TimeUnit.SECONDS))
                            .isEqualTo("called");
                });
    }

    enum LookUp {
        ADVICE(List.of(), orders -> orders.pay("1")),
        STORE(List.of("backoffIdempotentInvoker", "backoffJsonCodec"), orders -> orders.pay("2")),
        CLASSIFIERS(List.of("backoffInvoker"), orders -> orders.ask(false));

        private final List<String> known;
        private final Consumer<Orders> call;

        LookUp(List<String> known, Consumer<Orders> call) {
            this.known = known;
            this.call = call;
        }
    }

    /** The order of the beans matters: the one that is looked up is created last. */
    @Configuration(proxyBeanMethods = false)
    static class Shop {

        @Bean
        Orders orders() {
            return new Orders();
        }

        @Bean
        Opening opening(BeanFactory beans, Orders orders, LookUp lookUp) {
            return new Opening(beans, orders, lookUp);
        }

        @Bean
        IdempotencyStore store(FakeTime time) {
            return new MemoryStore(time);
        }

        @Bean
        Classifier classifier() {
            return failure -> null;
        }
    }

    static class Orders {

        @Idempotent(key = "#id")
        public void pay(String id) {}

        @Backoff("bank")
        public void ask(boolean works) {
            if (!works) {
                throw new IllegalStateException("closed");
            }
        }
    }

    /** A bean that calls methods while it is created, and while another thread calls them. */
    static final class Opening {

        final CompletableFuture<String> other = new CompletableFuture<>();

        Opening(BeanFactory beans, Orders orders, LookUp lookUp) {
            lookUp.known.forEach(beans::getBean);
            orders.ask(true);
            Thread thread = new Thread(() -> call(orders, lookUp));
            thread.setDaemon(true);
            thread.start();
            while (!other.isDone() && thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            assertThat(other).isNotDone();
            call(orders, lookUp, new CompletableFuture<>());
        }

        private void call(Orders orders, LookUp lookUp) {
            call(orders, lookUp, other);
        }

        private static void call(Orders orders, LookUp lookUp, CompletableFuture<String> done) {
            try {
                lookUp.call.accept(orders);
                done.complete("called");
            } catch (IllegalStateException closed) {
                done.complete(closed.getMessage().equals("closed") ? "called" : closed.toString());
            } catch (RuntimeException failure) {
                done.completeExceptionally(failure);
            }
        }
    }
}
