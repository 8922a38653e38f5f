package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Script;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.springframework.resilience.annotation.Retryable;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Spring Framework subscribes again to a {@code Mono} that a method has returned once. */
class FrameworkRetriesMonosTests extends OneLibrary {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Shop shop = get(Shop.class);

    FrameworkRetriesMonosTests(String mode) {
        super(mode, AdoptedLibrary.FRAMEWORK, Shop.class);
    }

    @Test
    void exhaustionWrapsTheLastFailure() {
        var last = new IOException("last");
        var script = Script.of(new IOException(), new IOException(), new IOException(), last, "too late");
        StepVerifier.create(shop.sell(script))
                .expectErrorSatisfies(failure -> {
                    assertThat(Exceptions.isRetryExhausted(failure)).isTrue();
                    assertThat(failure).hasMessage("Retries exhausted: 3/3");
                    assertThat(failure.getCause()).isSameAs(last).hasNoSuppressedExceptions();
                })
                .verify(LIMIT);
        assertThat(script.attempts()).isEqualTo(4);
    }

    @Test
    void noRetriesAreExhaustedAtTheFirstFailure() {
        var failure = new IOException();
        var script = Script.of(failure, "too late");
        StepVerifier.create(shop.sellOnce(script))
                .expectErrorSatisfies(thrown -> {
                    assertThat(Exceptions.isRetryExhausted(thrown)).isTrue();
                    assertThat(thrown.getCause()).isSameAs(failure);
                })
                .verify(LIMIT);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void excludedFailuresArriveAsTheyAre() {
        var failure = new IllegalArgumentException();
        var script = Script.of(new IOException(), failure, "too late");
        StepVerifier.create(shop.sell(script))
                .expectErrorMatches(thrown -> thrown == failure)
                .verify(LIMIT);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void errorsAreRetried() {
        var script = Script.of(new AssertionError(), "sold");
        StepVerifier.create(shop.sell(script))
                .expectNext("sold")
                .expectComplete()
                .verify(LIMIT);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void delaysPassBetweenSubscriptions() {
        var script = Script.failing(2, "sold");
        var before = System.nanoTime();
        assertThat(shop.sellLater(script).block(LIMIT)).isEqualTo("sold");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(2));
        assertThat(script.threads()).hasSize(3).startsWith(Thread.currentThread());
    }

    @Test
    void cancellationEndsTheDelay() {
        var script = Script.of(new IOException(), "too late");
        Disposable call = shop.sellMuchLater(script).subscribe();
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(call.isDisposed()).isFalse();
        call.dispose();
        assertThat(call.isDisposed()).isTrue();
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aTimeoutIsOfAllAttempts() {
        StepVerifier.create(shop.sellInTime(Mono.never()))
                .expectError(TimeoutException.class)
                .verify(LIMIT);
    }

    @Test
    void itMayBeAwaitedByAnAttempt() {
        var inner = Script.of("sold");
        var outer = Script.failing(1, "done");
        assertThat(shop.await(inner, outer)).isEqualTo("sold done");
        assertThat(inner.attempts()).isEqualTo(2);
        assertThat(outer.attempts()).isEqualTo(2);
    }

    static class Shop {

        @Retryable(delay = 0, excludes = IllegalArgumentException.class)
        public Mono<Object> sell(Script script) {
            return Mono.fromCallable(script::run);
        }

        @Retryable(maxRetries = 0, delay = 0)
        public Mono<Object> sellOnce(Script script) {
            return Mono.fromCallable(script::run);
        }

        @Retryable(delay = 1)
        public Mono<Object> sellLater(Script script) {
            return Mono.fromCallable(script::run);
        }

        @Retryable(delay = 3_600_000)
        public Mono<Object> sellMuchLater(Script script) {
            return Mono.fromCallable(script::run);
        }

        @Retryable(delay = 0, timeout = 1)
        public Mono<Object> sellInTime(Mono<Object> sale) {
            return sale;
        }

        @Retryable(delay = 0)
        public String await(Script inner, Script outer) {
            var sold = Mono.fromCallable(inner::run).block(LIMIT);
            return sold + " " + outer.run();
        }
    }
}
