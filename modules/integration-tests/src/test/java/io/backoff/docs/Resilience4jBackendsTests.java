package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.test.FakeTime;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.bulkhead.annotation.Bulkhead;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.github.resilience4j.ratelimiter.annotation.RateLimiter;
import io.github.resilience4j.springboot.bulkhead.autoconfigure.BulkheadAutoConfiguration;
import io.github.resilience4j.springboot.circuitbreaker.autoconfigure.CircuitBreakerAutoConfiguration;
import io.github.resilience4j.springboot.ratelimiter.autoconfigure.RateLimiterAutoConfiguration;
import io.github.resilience4j.springboot.timelimiter.autoconfigure.TimeLimiterAutoConfiguration;
import io.github.resilience4j.timelimiter.TimeLimiterRegistry;
import io.github.resilience4j.timelimiter.annotation.TimeLimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Mono;

/** Services of the usual kind in Resilience4j, with all of its annotations but {@code @Retry}. */
class Resilience4jBackendsTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class,
                    BackoffAutoConfiguration.class,
                    BackoffReactorAutoConfiguration.class,
                    CircuitBreakerAutoConfiguration.class,
                    RateLimiterAutoConfiguration.class,
                    TimeLimiterAutoConfiguration.class,
                    BulkheadAutoConfiguration.class))
            .withPropertyValues(
                    "backoff.policies.backend.max-attempts=3",
                    "backoff.policies.backend.abort-on=" + CallNotPermittedException.class.getName(),
                    "resilience4j.timelimiter.instances.backend.timeout-duration=1h",
                    "resilience4j.timelimiter.instances.impatient.timeout-duration=1ms")
            .withBean(FakeTime.class)
            .withBean(BackendA.class);

    @ParameterizedTest
    @EnumSource
    void allTheirAspectsAreAroundEachAttempt(Call call) {
        application.run(context -> {
            List<String> events = events(context);
            Throwable thrown = catchThrowable(() -> call.make.accept(context.getBean(BackendA.class)));
            assertThat(thrown).hasStackTraceContaining("down");
            assertThat(context.getBean(BackendA.class).attempts()).isEqualTo(3);
            // The outermost aspect comes first; the breaker records the end of the attempt.
            assertThat(events.stream().filter("rate limiter"::equals)).hasSize(3);
            assertThat(events.stream().filter("bulkhead"::equals)).hasSize(3);
            assertThat(events.stream().filter("breaker"::equals)).hasSize(3);
            assertThat(events.subList(0, 3)).containsExactly("rate limiter", "bulkhead", "breaker");
        });
    }

    @Test
    void eachAttemptHasItsOwnTimeLimit() {
        application.run(context -> {
            var timeouts = new AtomicInteger();
            context.getBean(TimeLimiterRegistry.class)
                    .timeLimiter("impatient")
                    .getEventPublisher()
                    .onTimeout(event -> timeouts.incrementAndGet());
            Throwable thrown = catchThrowable(
                    () -> context.getBean(BackendA.class).monoTimeout().block());
            assertThat(thrown).hasRootCauseInstanceOf(TimeoutException.class);
            assertThat(timeouts).hasValue(3);
        });
    }

    @Test
    void theirFallbackLeavesNothingToRetryButOursDoes() {
        application.run(context -> {
            var backend = context.getBean(BackendA.class);
            assertThat(backend.recoveredByBreaker()).isEqualTo("instead");
            assertThat(backend.attempts()).isEqualTo(1);
            assertThat(backend.recoveredByRetry()).isEqualTo("instead");
            assertThat(backend.attempts()).isEqualTo(1 + 3);
        });
    }

    private static List<String> events(ApplicationContext context) {
        List<String> events = new ArrayList<>();
        context.getBean(CircuitBreakerRegistry.class)
                .circuitBreaker("backend")
                .getEventPublisher()
                .onError(event -> events.add("breaker"));
        context.getBean(RateLimiterRegistry.class)
                .rateLimiter("backend")
                .getEventPublisher()
                .onSuccess(event -> events.add("rate limiter"));
        context.getBean(BulkheadRegistry.class)
                .bulkhead("backend")
                .getEventPublisher()
                .onCallPermitted(event -> events.add("bulkhead"));
        return events;
    }

    enum Call {
        BLOCKING(BackendA::failure),
        FUTURE(backend -> backend.futureFailure().join()),
        MONO(backend -> backend.monoFailure().block());

        private final Consumer<BackendA> make;

        Call(Consumer<BackendA> make) {
            this.make = make;
        }
    }

    static class BackendA {

        private final AtomicInteger attempts = new AtomicInteger();

        @CircuitBreaker(name = "backend")
        @RateLimiter(name = "backend")
        @Bulkhead(name = "backend")
        @Backoff("backend")
        public String failure() {
            throw down();
        }

        @CircuitBreaker(name = "backend")
        @RateLimiter(name = "backend")
        @TimeLimiter(name = "backend")
        @Bulkhead(name = "backend")
        @Backoff("backend")
        public CompletableFuture<String> futureFailure() {
            return CompletableFuture.failedFuture(down());
        }

        @CircuitBreaker(name = "backend")
        @RateLimiter(name = "backend")
        @TimeLimiter(name = "backend")
        @Bulkhead(name = "backend")
        @Backoff("backend")
        public Mono<String> monoFailure() {
            return Mono.error(this::down);
        }

        @CircuitBreaker(name = "backend")
        @TimeLimiter(name = "impatient")
        @Bulkhead(name = "backend")
        @Backoff("backend")
        public Mono<String> monoTimeout() {
            return Mono.never();
        }

        @CircuitBreaker(name = "backend", fallbackMethod = "instead")
        @Backoff("backend")
        public String recoveredByBreaker() {
            throw down();
        }

        @CircuitBreaker(name = "backend")
        @Backoff(value = "backend", fallback = "instead")
        public String recoveredByRetry() {
            throw down();
        }

        String instead(UncheckedIOException failure) {
            return "instead";
        }

        public int attempts() {
            return attempts.get();
        }

        private UncheckedIOException down() {
            attempts.incrementAndGet();
            return new UncheckedIOException(new IOException("down"));
        }
    }
}
