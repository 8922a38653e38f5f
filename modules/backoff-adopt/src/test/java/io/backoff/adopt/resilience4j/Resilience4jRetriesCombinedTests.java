package io.backoff.adopt.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.bulkhead.annotation.Bulkhead;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.springboot.bulkhead.autoconfigure.BulkheadAutoConfiguration;
import io.github.resilience4j.springboot.circuitbreaker.autoconfigure.CircuitBreakerAutoConfiguration;
import io.github.resilience4j.springboot.timelimiter.autoconfigure.TimeLimiterAutoConfiguration;
import io.github.resilience4j.timelimiter.annotation.TimeLimiter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Resilience4j's retries together with its other annotations, and with many callers. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class Resilience4jRetriesCombinedTests {

    private static ResilienceApplication application;

    private final IllegalStateException down = new IllegalStateException("down");
    private final String mode;
    private final Service service;

    Resilience4jRetriesCombinedTests(String mode) {
        this.mode = mode;
        service = application.fresh(Service.class);
    }

    @BeforeParameterizedClassInvocation
    static void start(String mode) {
        application = new ResilienceApplication(
                        mode,
                        "resilience4j.circuitbreaker.instances.small.sliding-window-size=2",
                        "resilience4j.circuitbreaker.instances.small.minimum-number-of-calls=2",
                        "resilience4j.circuitbreaker.instances.small.wait-duration-in-open-state=1h",
                        "resilience4j.timelimiter.instances.impatient.timeout-duration=1ms",
                        "resilience4j.bulkhead.instances.narrow.max-concurrent-calls=1")
                .retry("three", config -> config.maxAttempts(3))
                .retry("five", config -> config.maxAttempts(5))
                .with(
                        CircuitBreakerAutoConfiguration.class,
                        TimeLimiterAutoConfiguration.class,
                        BulkheadAutoConfiguration.class)
                .start(Service.class, Outer.class);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        application.close();
    }

    @Test
    void anOpenBreakerIsRetriedWithoutReachingTheMethod() {
        application.get(CircuitBreakerRegistry.class).circuitBreaker("small").reset();
        Script<Object> script = Script.of(down);
        assertThat(catchThrowable(() -> service.breaker(script))).isInstanceOf(CallNotPermittedException.class);
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(application.intervals().asked()).hasSize(4);
        assertThat(application.events()).hasSize(5).last().asString().startsWith("ERROR five 5 CallNotPermitted");
    }

    @Test
    void aBreakerCountsEachAttempt() {
        var breaker = application.get(CircuitBreakerRegistry.class).circuitBreaker("large");
        catchThrowable(() -> service.largeBreaker(Script.of(down, down, "ok")));
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(2);
        assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(1);
    }

    @Test
    void eachAttemptHasItsOwnTimeLimit() {
        Script<CompletableFuture<Object>> script = Script.of(
                new CompletableFuture<>(), new CompletableFuture<>(), CompletableFuture.completedFuture("ok"));
        assertThat(service.limited(script).join()).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(application.intervals().asked())
                .allSatisfy(asked -> assertThat(asked.failure()).isExactlyInstanceOf(TimeoutException.class))
                .hasSize(2);
    }

    @Test
    void theBulkheadIsFreeBetweenAttempts() throws Exception {
        List<Integer> free = new ArrayList<>();
        var bulkhead = application.get(BulkheadRegistry.class).bulkhead("narrow");
        Script<Object> script = Script.of(down, "ok");
        Object result = service.bulkhead(() -> {
            free.add(bulkhead.getMetrics().getAvailableConcurrentCalls());
            return script.call();
        });
        assertThat(result).isEqualTo("ok");
        assertThat(free).containsExactly(0, 0);
        assertThat(bulkhead.getMetrics().getAvailableConcurrentCalls()).isEqualTo(1);
    }

    /** An outer call does not retry what an inner call has retried, if both are governed. */
    @Test
    void aRetriedMethodInsideOfAnother() {
        Script<Object> script = Script.of(down);
        assertThat(catchThrowable(() -> application.get(Outer.class).retried(script)))
                .isSameAs(down);
        assertThat(script.attempts()).isEqualTo(mode.equals("govern") ? 3 : 9);
    }

    @Test
    void callsAtTheSameTimeDoNotMix() {
        List<Script<Object>> scripts = IntStream.range(0, 32)
                .mapToObj(i -> Script.of(down, i % 2 == 0 ? down : new IOException(), "ok " + i))
                .toList();
        List<Object> results = scripts.parallelStream()
                .map(script -> {
                    try {
                        return service.plain(script);
                    } catch (Exception e) {
                        return (Object) e;
                    }
                })
                .toList();
        assertThat(results)
                .isEqualTo(IntStream.range(0, 32)
                        .mapToObj(i -> (Object) ("ok " + i))
                        .toList());
        assertThat(scripts).allSatisfy(script -> assertThat(script.attempts()).isEqualTo(3));
        assertThat(application.intervals().asked()).hasSize(64);
    }

    @Test
    void futuresAtTheSameTimeDoNotMix() {
        List<CompletableFuture<Object>> futures = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            futures.add(service.later(
                    Script.of(CompletableFuture.failedFuture(down), CompletableFuture.completedFuture("ok " + i))));
        }
        assertThat(futures.stream().map(CompletableFuture::join))
                .isEqualTo(IntStream.range(0, 32)
                        .mapToObj(i -> (Object) ("ok " + i))
                        .toList());
    }

    static class Outer {

        private final Service service;

        Outer(Service service) {
            this.service = service;
        }

        @Retry(name = "three")
        public Object retried(Callable<Object> attempt) throws Exception {
            return service.plain(attempt);
        }
    }

    static class Service {

        @Retry(name = "three")
        public Object plain(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three")
        public CompletableFuture<Object> later(Script<CompletableFuture<Object>> attempt) {
            return attempt.call();
        }

        @Retry(name = "five")
        @CircuitBreaker(name = "small")
        public Object breaker(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three")
        @CircuitBreaker(name = "large")
        public Object largeBreaker(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three")
        @TimeLimiter(name = "impatient")
        public CompletableFuture<Object> limited(Script<CompletableFuture<Object>> attempt) {
            return attempt.call();
        }

        @Retry(name = "three")
        @Bulkhead(name = "narrow")
        public Object bulkhead(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
