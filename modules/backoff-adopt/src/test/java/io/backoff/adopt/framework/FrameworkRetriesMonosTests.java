package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.resilience.annotation.Retryable;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;
import reactor.test.publisher.PublisherProbe;

/** Spring Framework subscribes again to a {@code Mono} that a method has returned once. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesMonosTests extends FrameworkRetriesFixture {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Shop shop = bean(Shop.class);

    FrameworkRetriesMonosTests(String mode) {
        super(mode, Shop.class);
    }

    @Test
    void nothingHappensWithoutASubscriber() {
        var script = Script.of("sold");
        shop.sell(script);
        assertThat(script.attempts()).isZero();
    }

    @Test
    void theFirstSubscriptionMaySucceed() {
        var script = Script.of("sold");
        StepVerifier.create(shop.sell(script))
                .expectNext("sold")
                .expectComplete()
                .verify(LIMIT);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aFailureIsSubscribedToAgain() {
        var script = Script.failing(3, "sold");
        StepVerifier.create(shop.sell(script))
                .expectNext("sold")
                .expectComplete()
                .verify(LIMIT);
        assertThat(script.attempts()).isEqualTo(4);
    }

    @Test
    void theMethodIsCalledOnce() {
        var attempts = Script.failing(3, "sold");
        var calls = Script.of(Mono.fromCallable(attempts::run));
        assertThat(shop.assemble(calls).block(LIMIT)).isEqualTo("sold");
        assertThat(attempts.attempts()).isEqualTo(4);
        assertThat(calls.attempts()).isEqualTo(1);
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
    void anEmptyResultIsASuccess() {
        var script = Script.of(new IOException(), null);
        StepVerifier.create(shop.sell(script)).expectComplete().verify(LIMIT);
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
    void eachSubscriberHasItsOwnRetries() {
        var script = Script.of(new IOException(), new IOException(), "sold", new IOException(), "sold again");
        var mono = shop.sell(script);
        assertThat(mono.block(LIMIT)).isEqualTo("sold");
        assertThat(mono.block(LIMIT)).isEqualTo("sold again");
        assertThat(script.attempts()).isEqualTo(5);
    }

    @Test
    void attemptsWithoutADelayRunWhereTheLastOneFailed() {
        var script = Script.failing(2, "sold");
        assertThat(shop.sell(script).block(LIMIT)).isEqualTo("sold");
        assertThat(script.threads()).hasSize(3).containsOnly(Thread.currentThread());
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
    void eachAttemptSeesTheSubscribersContext() {
        var seen = new CopyOnWriteArrayList<Object>();
        var script = Script.failing(2, "sold");
        var mono = shop.pass(Mono.deferContextual(context -> {
            seen.add(context.get("key"));
            return Mono.fromCallable(script::run);
        }));
        StepVerifier.create(mono.contextWrite(context -> context.put("key", "value")))
                .expectNext("sold")
                .expectComplete()
                .verify(LIMIT);
        assertThat(seen).containsExactly("value", "value", "value");
    }

    @Test
    void cancellationReachesTheAttempt() {
        var probe = PublisherProbe.<Object>of(Mono.never());
        StepVerifier.create(shop.pass(probe.mono())).thenAwait().thenCancel().verify(LIMIT);
        probe.assertWasSubscribed();
        probe.assertWasCancelled();
        assertThat(probe.subscribeCount()).isEqualTo(1);
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
    void signalsAfterCancellationAreIgnored() {
        var sink = Sinks.<Object>one();
        var received = new ArrayList<Object>();
        var call = shop.pass(sink.asMono()).subscribe(received::add);
        call.dispose();
        sink.tryEmitValue("too late");
        assertThat(received).isEmpty();
    }

    @Test
    void aMethodThatThrowsIsNotRetried() {
        var failure = new IllegalStateException();
        var script = Script.of(failure, Mono.just("too late"));
        assertThat(catchThrowable(() -> shop.assemble(script))).isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aMissingMonoIsReturned() {
        assertThat(shop.assemble(Script.of((Object) null))).isNull();
    }

    @Test
    void aTimeoutIsOfAllAttempts() {
        StepVerifier.create(shop.sellInTime(Mono.never()))
                .expectError(TimeoutException.class)
                .verify(LIMIT);
    }

    @Test
    void operatorsBehindItSeeOneResult() {
        var script = Script.failing(2, "sold");
        var seen = new CopyOnWriteArrayList<>();
        var result = shop.sell(script)
                .doOnSubscribe(subscription -> seen.add("subscribed"))
                .doOnNext(seen::add)
                .doOnTerminate(() -> seen.add("terminated"))
                .map(sold -> List.of(sold))
                .block(LIMIT);
        assertThat(result).containsExactly("sold");
        assertThat(seen).containsExactly("subscribed", "sold", "terminated");
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
        public Mono<Object> pass(Mono<Object> mono) {
            return mono;
        }

        @Retryable(delay = 0)
        public Mono<Object> assemble(Script script) {
            return script.run();
        }

        @Retryable(delay = 0)
        public String await(Script inner, Script outer) {
            var sold = Mono.fromCallable(inner::run).block(LIMIT);
            return sold + " " + outer.run();
        }
    }
}
