package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.springframework.resilience.annotation.Retryable;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.PublisherProbe;
import reactor.test.publisher.TestPublisher;

/** Spring Framework subscribes again to a {@code Flux} that a method has returned once. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesFluxesTests extends FrameworkRetriesFixture {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Shop shop = bean(Shop.class);
    private final AtomicInteger attempts = new AtomicInteger();

    FrameworkRetriesFluxesTests(String mode) {
        super(mode, Shop.class);
    }

    @Test
    void elementsArriveInOrder() {
        StepVerifier.create(shop.list(Flux.range(1, 1000)))
                .expectNextSequence(Flux.range(1, 1000).toIterable())
                .expectComplete()
                .verify(LIMIT);
    }

    @Test
    void elementsBeforeAFailureArriveAgain() {
        StepVerifier.create(shop.list(failing(2, Flux.just(1, 2))))
                .expectNext(1, 2, 1, 2, 1, 2)
                .expectComplete()
                .verify(LIMIT);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void exhaustionFollowsTheElementsOfAllAttempts() {
        StepVerifier.create(shop.list(failing(9, Flux.just(1))))
                .expectNext(1, 1, 1, 1)
                .expectErrorSatisfies(thrown -> {
                    assertThat(Exceptions.isRetryExhausted(thrown)).isTrue();
                    assertThat(thrown).hasMessage("Retries exhausted: 3/3");
                    assertThat(thrown.getCause())
                            .isExactlyInstanceOf(IOException.class)
                            .hasMessage("failure 4");
                })
                .verify(LIMIT);
        assertThat(attempts).hasValue(4);
    }

    @Test
    void noElementIsASuccess() {
        StepVerifier.create(shop.list(failing(1, Flux.empty())))
                .expectComplete()
                .verify(LIMIT);
        assertThat(attempts).hasValue(2);
    }

    @Test
    void requestsReachTheAttempt() {
        var requests = new CopyOnWriteArrayList<Long>();
        StepVerifier.create(shop.list(Flux.range(1, 5).hide().doOnRequest(requests::add)), 1)
                .expectNext(1)
                .thenRequest(2)
                .expectNext(2, 3)
                .thenCancel()
                .verify(LIMIT);
        assertThat(requests).containsExactly(1L, 2L);
    }

    @Test
    void requestsNotServedAreRepeated() {
        var requests = new CopyOnWriteArrayList<Long>();
        StepVerifier.create(shop.list(failing(1, Flux.just(1, 2)).doOnRequest(requests::add)), 3)
                .expectNext(1, 2, 1)
                .thenRequest(1)
                .expectNext(2)
                .expectComplete()
                .verify(LIMIT);
        assertThat(requests).containsExactly(3L, 1L, 1L);
        assertThat(attempts).hasValue(2);
    }

    @Test
    void nothingIsRequestedInAdvance() {
        var publisher = TestPublisher.<Integer>create();
        StepVerifier.create(shop.list(publisher.flux()), 0)
                .thenAwait()
                .then(() -> publisher.assertMaxRequested(0))
                .thenRequest(1)
                .then(() -> publisher.next(1))
                .expectNext(1)
                .then(publisher::complete)
                .expectComplete()
                .verify(LIMIT);
    }

    @Test
    void cancellationReachesTheAttempt() {
        var probe = PublisherProbe.of(Flux.just(1, 2, 3).concatWith(Flux.never()));
        StepVerifier.create(shop.list(probe.flux()).take(2))
                .expectNext(1, 2)
                .expectComplete()
                .verify(LIMIT);
        probe.assertWasCancelled();
        assertThat(probe.subscribeCount()).isEqualTo(1);
    }

    @Test
    void cancellationEndsTheDelay() {
        var call = shop.listMuchLater(failing(1, Flux.just(1))).subscribe();
        call.dispose();
        assertThat(attempts).hasValue(1);
    }

    @Test
    void eachSubscriberHasItsOwnRetries() {
        var flux = shop.list(failing(3, Flux.just(1)));
        assertThat(flux.collectList().block(LIMIT)).containsExactly(1, 1, 1, 1);
        assertThat(flux.collectList().block(LIMIT)).containsExactly(1);
        assertThat(attempts).hasValue(5);
    }

    @Test
    void eachAttemptSeesTheSubscribersContext() {
        var seen = new CopyOnWriteArrayList<Object>();
        var flux = shop.list(Flux.deferContextual(context -> {
            seen.add(context.get("key"));
            return failing(2, Flux.just(1));
        }));
        StepVerifier.create(flux.contextWrite(context -> context.put("key", "value")))
                .expectNextCount(3)
                .expectComplete()
                .verify(LIMIT);
        assertThat(seen).containsExactly("value", "value", "value");
    }

    @Test
    void failuresBehindItMayBeSkipped() {
        var skipped = new CopyOnWriteArrayList<Object>();
        var flux = shop.list(failing(1, Flux.just(1, 2)))
                .map(number -> 10 / (number - 1))
                .onErrorContinue((failure, value) -> skipped.add(value));
        StepVerifier.create(flux).expectNext(10, 10).expectComplete().verify(LIMIT);
        assertThat(skipped).containsExactly(1, 1);
        assertThat(attempts).hasValue(2);
    }

    @Test
    void failuresInFrontOfItMayBeSkipped() {
        var skipped = new CopyOnWriteArrayList<Object>();
        var flux = shop.list(Flux.just(1, 2).map(number -> 10 / (number - 1)))
                .onErrorContinue((failure, value) -> skipped.add(value));
        StepVerifier.create(flux).expectNext(10).expectComplete().verify(LIMIT);
        assertThat(skipped).containsExactly(1);
    }

    @Test
    void aMethodThatThrowsIsNotRetried() {
        assertThat(catchThrowable(() -> shop.list(() -> {
                    attempts.incrementAndGet();
                    throw new IllegalStateException();
                })))
                .isExactlyInstanceOf(IllegalStateException.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void plainPublishersAreRetriedAsStreams() {
        assertThat(Flux.from(shop.publish(failing(1, Flux.just(1))))
                        .collectList()
                        .block(LIMIT))
                .containsExactly(1, 1);
        assertThat(attempts).hasValue(2);
    }

    @Test
    void theDeclaredTypeDecides() {
        var flux = failing(1, Flux.just(1));
        assertThat(shop.listAnything(flux)).isSameAs(flux);
    }

    private Flux<Integer> failing(int times, Flux<Integer> elements) {
        return Flux.defer(() -> {
            var attempt = attempts.incrementAndGet();
            return attempt <= times ? elements.concatWith(Mono.error(new IOException("failure " + attempt))) : elements;
        });
    }

    static class Shop {

        @Retryable(delay = 0)
        public Flux<Integer> list(Flux<Integer> flux) {
            return flux;
        }

        @Retryable(delay = 0)
        public Flux<Integer> list(Supplier<Flux<Integer>> flux) {
            return flux.get();
        }

        @Retryable(delay = 3_600_000)
        public Flux<Integer> listMuchLater(Flux<Integer> flux) {
            return flux;
        }

        @Retryable(delay = 0)
        public Publisher<Integer> publish(Flux<Integer> flux) {
            return flux;
        }

        @Retryable(delay = 0)
        public Object listAnything(Flux<Integer> flux) {
            return flux;
        }
    }
}
