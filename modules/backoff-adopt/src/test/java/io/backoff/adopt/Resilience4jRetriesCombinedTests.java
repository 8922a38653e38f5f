package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Resilience4j's retries together with its other annotations, and with many callers. */
class Resilience4jRetriesCombinedTests extends OneLibrary {

    private final IllegalStateException down = new IllegalStateException("down");
    private final String mode;
    private final Service service = get(Service.class);

    Resilience4jRetriesCombinedTests(String mode) {
        super(() -> new AdoptedApplication(
                        mode,
                        "resilience4j.circuitbreaker.instances.small.sliding-window-size=2",
                        "resilience4j.circuitbreaker.instances.small.minimum-number-of-calls=2",
                        "resilience4j.circuitbreaker.instances.small.wait-duration-in-open-state=1h",
                        "resilience4j.timelimiter.instances.impatient.timeout-duration=1ms",
                        "resilience4j.bulkhead.instances.narrow.max-concurrent-calls=1")
                .retry("five", config -> config.maxAttempts(5))
                .with(
                        CircuitBreakerAutoConfiguration.class,
                        TimeLimiterAutoConfiguration.class,
                        BulkheadAutoConfiguration.class)
                .start(AdoptedLibrary.RESILIENCE4J, Service.class));
        this.mode = mode;
    }

    @Test
    void anOpenBreakerIsRetriedWithoutReachingTheMethod() {
        application.get(CircuitBreakerRegistry.class).circuitBreaker("small").reset();
        Script script = Script.of(down);
        assertThat(catchThrowable(() -> service.breaker(script))).isInstanceOf(CallNotPermittedException.class);
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(application.asked()).hasSize(4);
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
        Script script = Script.of(
                new CompletableFuture<>(), new CompletableFuture<>(), CompletableFuture.completedFuture("ok"));
        assertThat(service.limited(script).join()).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(application.asked())
                .allSatisfy(asked -> assertThat(asked.failure()).isExactlyInstanceOf(TimeoutException.class))
                .hasSize(2);
    }

    @Test
    void theBulkheadIsFreeBetweenAttempts() throws Exception {
        List<Integer> free = new ArrayList<>();
        var bulkhead = application.get(BulkheadRegistry.class).bulkhead("narrow");
        Script script = Script.of(down, "ok");
        Object result = service.bulkhead(() -> {
            free.add(bulkhead.getMetrics().getAvailableConcurrentCalls());
            return script.call();
        });
        assertThat(result).isEqualTo("ok");
        assertThat(free).containsExactly(0, 0);
        assertThat(bulkhead.getMetrics().getAvailableConcurrentCalls()).isEqualTo(1);
    }

    static class Service {

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
        public CompletableFuture<Object> limited(Script attempt) {
            return attempt.run();
        }

        @Retry(name = "three")
        @Bulkhead(name = "narrow")
        public Object bulkhead(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
