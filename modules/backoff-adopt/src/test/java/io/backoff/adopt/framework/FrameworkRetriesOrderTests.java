package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.springboot.circuitbreaker.autoconfigure.CircuitBreakerAutoConfiguration;
import io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.aspectj.AbstractAspectJAdvice;
import org.springframework.aop.framework.Advised;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** The place of Spring Framework's retries on a proxy with everything. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesOrderTests extends FrameworkRetriesFixture {

    FrameworkRetriesOrderTests(String mode) {
        super(mode, Everything.class, Shop.class, Stall.class);
    }

    @Test
    void onlyAsynchronousExecutionAndLimitsAreOuter() {
        assertThat(advice(bean(Shop.class)))
                .containsExactly(
                        "AnnotationAsyncExecutionInterceptor",
                        "ConcurrencyLimitInterceptor",
                        "RetryAnnotationInterceptor",
                        "ExposeInvocationInterceptor",
                        "RetryAspect",
                        "CircuitBreakerAspect",
                        "AnnotationAwareRetryOperationsInterceptor",
                        "TransactionInterceptor",
                        "CacheInterceptor");
    }

    @Test
    void itIsTheOnlyAdviceOfAPlainBean() {
        assertThat(advice(bean(Stall.class))).containsExactly("RetryAnnotationInterceptor");
    }

    /** Without this, all modes could be the same because none does anything. */
    @Test
    void itIsEnclosedUnlessBackoffLeavesItAlone() {
        assertThat(Arrays.stream(((Advised) bean(Stall.class)).getAdvisors())
                        .map(advisor -> advisor.getClass().getPackageName().equals("io.backoff.adopt")))
                .containsExactly(mode.equals("off") ? new Boolean[] {false} : new Boolean[] {true, false, true});
    }

    private static Stream<String> advice(Object bean) {
        return Arrays.stream(((Advised) bean).getAdvisors())
                .map(FrameworkRetriesOrderTests::type)
                .filter(type -> !type.getName().startsWith("io.backoff."))
                .map(Class::getSimpleName);
    }

    private static Class<?> type(Advisor advisor) {
        return advisor.getAdvice() instanceof AbstractAspectJAdvice advice
                ? advice.getAspectJAdviceMethod().getDeclaringClass()
                : advisor.getAdvice().getClass();
    }

    static class Shop {

        @Async
        @ConcurrencyLimit(10)
        @Retryable(maxRetries = 1, delay = 0)
        @Retry(name = "shop")
        @CircuitBreaker(name = "shop")
        @org.springframework.retry.annotation.Retryable
        @Transactional
        @Cacheable("prices")
        public CompletableFuture<Object> everything(String product) {
            return CompletableFuture.completedFuture(product);
        }
    }

    static class Stall {

        @Retryable(maxRetries = 1, delay = 0)
        public Object sell(Script script) {
            return script.run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableCaching
    @EnableRetry
    @EnableTransactionManagement
    @ImportAutoConfiguration({CircuitBreakerAutoConfiguration.class, RetryAutoConfiguration.class})
    static class Everything {

        @Bean
        ConcurrentMapCacheManager cacheManager() {
            return new ConcurrentMapCacheManager("prices");
        }

        @Bean
        RecordingTransactions transactionManager() {
            return new RecordingTransactions();
        }
    }
}
