package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.EnableRetry;
import reactor.core.publisher.Mono;

/** Nested retries multiply. Governed calls stop that chain, so that they are not compared here. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe"})
class FrameworkRetriesNestingTests extends FrameworkRetriesFixture {

    private final Script script = Script.failing(99, "too late");

    FrameworkRetriesNestingTests(String mode) {
        super(mode, Beans.class, Shop.class, Mall.class);
    }

    @Test
    void retriesOfTwoBeansMultiply() {
        assertThat(catchThrowable(
                        () -> bean(Mall.class).call(() -> bean(Shop.class).sell(script))))
                .hasMessage("failure 9");
        assertThat(script.attempts()).isEqualTo(9);
    }

    @Test
    void retriesOfTwoPublishersMultiply() {
        var mall = bean(Mall.class);
        var shop = bean(Shop.class);
        assertThat(catchThrowable(() -> mall.defer(() -> shop.order(script)).block()))
                .hasMessage("Retries exhausted: 2/2")
                .hasRootCauseMessage("failure 9");
        assertThat(script.attempts()).isEqualTo(9);
    }

    @Test
    void retriesOfThreeLibrariesMultiply() {
        assertThat(catchThrowable(() -> bean(Shop.class).sellByAll(script))).hasMessage("failure 8");
        assertThat(script.attempts()).isEqualTo(8);
    }

    /** The library advises both the factory, whose configuration is that of the proxy, and the proxy. */
    @Test
    void productsOfAProxyFactoryAreRetriedTwice() {
        assertThat(catchThrowable(() -> bean(Kiosk.class).sell(script))).hasMessage("failure 9");
        assertThat(script.attempts()).isEqualTo(9);
    }

    interface Kiosk {

        @Retryable(maxRetries = 2, delay = 0)
        Object sell(Script script);
    }

    static class Mall {

        @Retryable(maxRetries = 2, delay = 0)
        public Object call(Supplier<Object> operation) {
            return operation.get();
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Mono<Object> defer(Supplier<Mono<Object>> operation) {
            return Mono.defer(operation);
        }
    }

    static class Shop {

        @Retryable(maxRetries = 2, delay = 0)
        public Object sell(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Mono<Object> order(Script script) {
            return Mono.fromCallable(script::run);
        }

        @Retryable(maxRetries = 1, delay = 0)
        @Retry(name = "shop")
        @org.springframework.retry.annotation.Retryable(maxAttempts = 2, backoff = @Backoff(delay = 0))
        public Object sellByAll(Script script) {
            return script.run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableRetry
    @ImportAutoConfiguration(RetryAutoConfiguration.class)
    static class Beans {

        @Bean
        ProxyFactoryBean kiosk() {
            var factory = new ProxyFactoryBean();
            factory.setInterfaces(Kiosk.class);
            factory.setTarget((Kiosk) Script::run);
            return factory;
        }
    }
}
