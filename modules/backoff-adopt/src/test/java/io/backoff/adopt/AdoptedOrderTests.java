package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.adopt.AdoptedAdviceTests.Features;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Shop;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.springboot.circuitbreaker.autoconfigure.CircuitBreakerAutoConfiguration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.aspectj.AbstractAspectJAdvice;
import org.springframework.aop.framework.Advised;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Transactional;

/** Adopted calls of a bean with all libraries, and with all other advice whose order matters. */
@ParameterizedClass
@ValueSource(strings = "govern")
class AdoptedOrderTests extends RetryingTests {

    private final Shop shop = get(Shop.class);

    AdoptedOrderTests(String mode) {
        super(
                mode,
                List.of(Features.class, Breakers.class, Shop.class, Stall.class),
                "backoff.adopt.policies.Shop=callee");
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

    @Test
    void anOpenCircuitBreakerIsAFailedAttempt() {
        var breaker = application.get(CircuitBreakerRegistry.class).circuitBreaker("shop");
        breaker.transitionToForcedOpenState();
        Target target = Target.failing(0);
        assertThat(catchThrowable(() -> shop.guarded(target))).isInstanceOf(CallNotPermittedException.class);
        breaker.reset();
        assertThat(target.attempts()).isZero();
        assertOutcomes(Map.of(Outcome.EXHAUSTED, 1L));
        assertThat(budget().tokens()).isEqualTo(8);
    }

    /** Of nested calls, the innermost one retries. */
    @Test
    void allOnOneMethod() {
        Target target = Target.failing();
        assertThat(catchThrowable(() -> shop.all(target))).isSameAs(target.last());
        assertThat(target.attempts()).isEqualTo(3);
        assertOutcomes(Map.of(Outcome.EXHAUSTED, 1L, Outcome.NOT_RETRYABLE, 2L));
        assertThat(budget().tokens()).isEqualTo(8);
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

        @Retry(name = "three")
        @CircuitBreaker(name = "shop")
        public Object guarded(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Async
        @Transactional
        @Cacheable("shop")
        public void advised() {}

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
    @ImportAutoConfiguration(CircuitBreakerAutoConfiguration.class)
    static class Breakers {}
}
