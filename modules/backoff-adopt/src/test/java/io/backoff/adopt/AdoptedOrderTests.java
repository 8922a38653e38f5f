package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.backoff.policy.Outcome;
import io.backoff.testkit.RecordingTransactions;
import io.backoff.testkit.Shop;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.springboot.circuitbreaker.autoconfigure.CircuitBreakerAutoConfiguration;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.aspectj.AbstractAspectJAdvice;
import org.springframework.aop.framework.Advised;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** Adopted calls of a bean with all libraries, and with all other advice whose order matters. */
@Timeout(60)
class AdoptedOrderTests {

    private static RetryingApplication application;

    private final Shop shop = application.get(Shop.class);

    @BeforeAll
    static void start() {
        application = new RetryingApplication(
                "govern", List.of(Everything.class, Shop.class, Stall.class), "backoff.adopt.policies.Shop=callee");
    }

    @AfterAll
    static void close() {
        application.close();
    }

    @BeforeEach
    void forget() {
        application.fresh();
        application.get(RecordingTransactions.class).events().clear();
    }

    /** One method of each library. */
    enum Library {
        FRAMEWORK,
        SPRING_RETRY,
        RESILIENCE4J;

        Object call(Shop shop, String key, Callable<Object> attempt) throws Exception {
            return switch (this) {
                case FRAMEWORK -> shop.framework(key, attempt);
                case SPRING_RETRY -> shop.springRetry(key, attempt);
                case RESILIENCE4J -> shop.resilience(key, attempt);
            };
        }

        CompletableFuture<Object> later(Shop shop, Callable<Object> attempt) throws Exception {
            return switch (this) {
                case FRAMEWORK -> shop.frameworkLater(attempt);
                case SPRING_RETRY -> shop.springRetryLater(attempt);
                case RESILIENCE4J -> shop.resilienceLater(attempt);
            };
        }
    }

    @Test
    void eachLibraryIsEnclosedWhereverItIs() {
        assertThat(Arrays.stream(((Advised) shop).getAdvisors()).map(AdoptedOrderTests::describe))
                .containsExactly(
                        "AnnotationAsyncExecutionInterceptor",
                        "Backoff",
                        "RetryAnnotationInterceptor",
                        "Backoff",
                        "ExposeInvocationInterceptor",
                        "Backoff",
                        "RetryAspect",
                        "Backoff",
                        "CircuitBreakerAspect",
                        "Backoff",
                        "AnnotationAwareRetryOperationsInterceptor",
                        "Backoff",
                        "TransactionInterceptor",
                        "CacheInterceptor");
    }

    @Test
    void librariesThatAreNextToEachOtherAreEnclosedEach() {
        assertThat(Arrays.stream(((Advised) application.get(Stall.class)).getAdvisors())
                        .map(AdoptedOrderTests::describe))
                .containsExactly(
                        "Backoff",
                        "RetryAnnotationInterceptor",
                        "Backoff",
                        "Backoff",
                        "AnnotationAwareRetryOperationsInterceptor",
                        "Backoff");
    }

    @ParameterizedTest
    @EnumSource
    void eachAttemptHasItsOwnTransaction(Library library) throws Exception {
        assertThat(library.call(shop, "transaction of " + library, Target.failing(2)))
                .isEqualTo("result");
        assertThat(application.get(RecordingTransactions.class).events())
                .containsExactly("begin", "rollback", "begin", "rollback", "begin", "commit");
        assertOutcomes(Map.of(Outcome.RECOVERED, 1L));
    }

    @ParameterizedTest
    @EnumSource
    void aHitOfTheCacheIsAnAttempt(Library library) throws Exception {
        Target target = Target.failing(0);
        library.call(shop, "hit of " + library, target);
        library.call(shop, "hit of " + library, target);
        assertThat(target.attempts()).isEqualTo(1);
        assertOutcomes(Map.of(Outcome.SUCCESS, 2L));
    }

    @Test
    void anOpenCircuitBreakerIsAFailedAttempt() {
        var breaker = application.get(CircuitBreakerRegistry.class).circuitBreaker("shop");
        breaker.transitionToForcedOpenState();
        Target target = Target.failing(0);
        assertThat(catchThrowable(() -> shop.resilience("open", target))).isInstanceOf(CallNotPermittedException.class);
        breaker.reset();
        assertThat(target.attempts()).isZero();
        assertOutcomes(Map.of(Outcome.EXHAUSTED, 1L));
        assertThat(application.budget().tokens()).isEqualTo(8);
    }

    @ParameterizedTest
    @EnumSource
    void asynchronousExecutionIsOutside(Library library) throws Exception {
        Thread caller = Thread.currentThread();
        Target target = Target.failing(2);
        Object result = library.later(shop, () -> {
                    assertThat(Thread.currentThread()).isNotSameAs(caller);
                    return target.call();
                })
                .get(20, TimeUnit.SECONDS);
        assertThat(result).isEqualTo("result");
        assertThat(target.attempts()).isEqualTo(3);
        await().pollDelay(Duration.ZERO).untilAsserted(() -> assertOutcomes(Map.of(Outcome.RECOVERED, 1L)));
    }

    /** Of nested calls, the innermost one retries. */
    @Test
    void allOnOneMethod() {
        Target target = Target.failing();
        assertThat(catchThrowable(() -> shop.all(target))).isSameAs(target.last());
        assertThat(target.attempts()).isEqualTo(3);
        assertOutcomes(Map.of(Outcome.EXHAUSTED, 1L, Outcome.NOT_RETRYABLE, 2L));
        assertThat(application.budget().tokens()).isEqualTo(8);
    }

    private static void assertOutcomes(Map<Outcome, Long> expected) {
        assertThat(application.outcomes()).isEqualTo(expected);
    }

    private static String describe(Advisor advisor) {
        if (advisor instanceof AdoptedAdvisor) {
            return "Backoff";
        }
        Class<?> type = advisor.getAdvice() instanceof AbstractAspectJAdvice advice
                ? advice.getAspectJAdviceMethod().getDeclaringClass()
                : advisor.getAdvice().getClass();
        return type.getSimpleName();
    }

    static class Shop {

        @Retryable(maxRetries = 2, delay = 0)
        @Transactional(rollbackFor = Exception.class)
        @Cacheable(cacheNames = "shop", key = "#key")
        public Object framework(String key, Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @org.springframework.retry.annotation.Retryable
        @Transactional(rollbackFor = Exception.class)
        @Cacheable(cacheNames = "shop", key = "#key")
        public Object springRetry(String key, Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three")
        @CircuitBreaker(name = "shop")
        @Transactional(rollbackFor = Exception.class)
        @Cacheable(cacheNames = "shop", key = "#key")
        public Object resilience(String key, Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Async
        @Retryable(maxRetries = 2, delay = 0)
        public CompletableFuture<Object> frameworkLater(Callable<Object> attempt) throws Exception {
            return CompletableFuture.completedFuture(attempt.call());
        }

        @Async
        @org.springframework.retry.annotation.Retryable
        public CompletableFuture<Object> springRetryLater(Callable<Object> attempt) throws Exception {
            return CompletableFuture.completedFuture(attempt.call());
        }

        /** The library retries stages that fail, not what a method throws instead of a stage. */
        @Async
        @Retry(name = "three")
        public CompletableFuture<Object> resilienceLater(Callable<Object> attempt) {
            try {
                return CompletableFuture.completedFuture(attempt.call());
            } catch (Exception failure) {
                return CompletableFuture.failedFuture(failure);
            }
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object all(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    static class Stall {

        @Retryable
        @org.springframework.retry.annotation.Retryable
        public void sell() {}
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableCaching
    @EnableTransactionManagement
    @ImportAutoConfiguration(CircuitBreakerAutoConfiguration.class)
    static class Everything {

        @Bean
        ConcurrentMapCacheManager cacheManager() {
            return new ConcurrentMapCacheManager("shop");
        }

        @Bean
        RecordingTransactions transactionManager() {
            return new RecordingTransactions();
        }
    }
}
