package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.adopt.framework.BackoffAdoptFrameworkAutoConfiguration;
import io.backoff.adopt.resilience4j.BackoffAdoptResilience4jAutoConfiguration;
import io.backoff.adopt.springretry.BackoffAdoptSpringRetryAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.classify.Classifier;
import io.backoff.classify.Verdict;
import io.backoff.http.server.BackoffHttpServerAutoConfiguration;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Shop;
import io.backoff.testkit.WebApplication;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The responses to callers of an application in which a governed call has failed. */
class GovernedRequestsTests {

    private static WebApplication application;

    private final AtomicInteger reached = application.bean(AtomicInteger.class);

    @BeforeAll
    static void start() {
        application = new WebApplication(
                WebApplicationType.SERVLET,
                Application.class,
                "backoff.adopt.mode=govern",
                "backoff.http.server.trusted=127.0.0.1",
                "backoff.budgets.default.burst=1000",
                "backoff.adopt.policies.PoorShop=poor",
                "backoff.policies.poor.budget=empty",
                "backoff.budgets.empty.burst=0",
                "backoff.budgets.empty.min-per-second=0",
                "resilience4j.retry.instances.shop.wait-duration=1ms");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void forget() {
        reached.set(0);
        Shop.failure = new IllegalStateException("down");
    }

    @ParameterizedTest
    @ValueSource(strings = {"framework", "framework-mono", "spring-retry", "resilience", "resilience-mono"})
    void anExhaustedCallIsNotToBeRetried(String library) {
        HttpResponse<String> response = get(library);
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.headers().firstValue("Retry-Pushback-Ms")).hasValue("-1");
        assertThat(reached).hasValue(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"framework", "framework-mono", "spring-retry", "resilience", "resilience-mono"})
    void anOverloadIsPassedOn(String library) {
        Shop.failure = new UnsupportedOperationException("overloaded");
        assertDoNotRetry(get(library));
        assertThat(reached).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"denied-framework", "denied-spring-retry", "denied-resilience"})
    void aDeniedRetryIsAnOverload(String library) {
        assertDoNotRetry(get(library));
        assertThat(reached).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"framework", "framework-mono", "spring-retry", "resilience", "resilience-mono"})
    void aRetryOfTheCallerIsNotRetried(String library) {
        HttpResponse<String> response = get(library, "Retry-Attempt", "1;max=3");
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.headers().firstValue("Retry-Pushback-Ms")).isEmpty();
        assertThat(reached).hasValue(1);
    }

    private static HttpResponse<String> get(String library, String... headers) {
        return application.send(application.request("/" + library, headers));
    }

    private static void assertDoNotRetry(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-Pushback-Ms")).hasValue("-1");
        assertThat(response.headers().firstValue("Retry-After")).isEmpty();
        assertThat(response.body()).contains("urn:problem:backoff:overloaded-no-retry");
    }

    @RestController
    static class Pages {

        private final Shop shop;
        private final PoorShop poor;

        Pages(Shop shop, PoorShop poor) {
            this.shop = shop;
            this.poor = poor;
        }

        @GetMapping("/{library}")
        Object get(@PathVariable String library) {
            return switch (library) {
                case "framework" -> shop.framework();
                case "framework-mono" -> shop.frameworkMono();
                case "spring-retry" -> shop.springRetry();
                case "resilience" -> shop.resilience();
                case "resilience-mono" -> shop.resilienceMono();
                case "denied-framework" -> poor.framework();
                case "denied-spring-retry" -> poor.springRetry();
                default -> poor.resilience();
            };
        }
    }

    static class Shop {

        static volatile RuntimeException failure = new IllegalStateException();

        private final AtomicInteger reached;

        Shop(AtomicInteger reached) {
            this.reached = reached;
        }

        @Retryable(maxRetries = 2, delay = 0)
        public String framework() {
            return fail();
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Mono<String> frameworkMono() {
            return Mono.fromCallable(this::fail);
        }

        @org.springframework.retry.annotation.Retryable(
                backoff = @org.springframework.retry.annotation.Backoff(delay = 1))
        public String springRetry() {
            return fail();
        }

        @Retry(name = "shop")
        public String resilience() {
            return fail();
        }

        @Retry(name = "shop")
        public Mono<String> resilienceMono() {
            return Mono.fromCallable(this::fail);
        }

        public String fail() {
            reached.incrementAndGet();
            throw failure;
        }
    }

    /** Its calls may not be retried. */
    static class PoorShop {

        private final Shop shop;

        PoorShop(Shop shop) {
            this.shop = shop;
        }

        @Retryable(maxRetries = 2, delay = 0)
        public String framework() {
            return shop.fail();
        }

        @org.springframework.retry.annotation.Retryable(
                backoff = @org.springframework.retry.annotation.Backoff(delay = 1))
        public String springRetry() {
            return shop.fail();
        }

        @Retry(name = "shop")
        public String resilience() {
            return shop.fail();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        TomcatServletWebServerAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class,
        WebMvcAutoConfiguration.class,
        ErrorMvcAutoConfiguration.class,
        AopAutoConfiguration.class,
        RetryAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffHttpServerAutoConfiguration.class,
        BackoffReactorAutoConfiguration.class,
        BackoffAdoptAutoConfiguration.class,
        BackoffAdoptFrameworkAutoConfiguration.class,
        BackoffAdoptSpringRetryAutoConfiguration.class,
        BackoffAdoptResilience4jAutoConfiguration.class
    })
    @EnableResilientMethods
    @EnableRetry
    @Import({FakeTime.class, AtomicInteger.class, Pages.class, Shop.class, PoorShop.class})
    static class Application {

        @Bean
        Classifier classifier() {
            return failure -> failure instanceof UnsupportedOperationException ? Verdict.overloaded() : null;
        }
    }
}
