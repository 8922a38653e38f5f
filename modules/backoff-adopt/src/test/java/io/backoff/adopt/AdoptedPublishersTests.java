package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.springframework.resilience.annotation.Retryable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;
import reactor.test.publisher.PublisherProbe;

/** Publishers, which the framework and Resilience4j subscribe to again; for spring-retry they are values. */
class AdoptedPublishersTests extends AdoptionContract {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Shop shop = get(Shop.class);
    private final IOException down = new IOException("down");
    private final int attempts = library.retriesPublishers() ? 3 : 1;

    AdoptedPublishersTests(AdoptedLibrary library, String mode) {
        super(library, mode, Shop.class);
    }

    @Test
    void nothingHappensWithoutASubscriber() {
        Script script = Script.of("sold");
        shop.mono(Mono.fromCallable(script));
        assertThat(script.attempts()).isZero();
        assertThat(application.outcomes()).isEmpty();
    }

    @Test
    void aSuccessIsTheOnlySubscription() {
        Script script = Script.of("sold");
        StepVerifier.create(shop.mono(Mono.fromCallable(script)))
                .expectNext("sold")
                .expectComplete()
                .verify(LIMIT);
        assertThat(script.attempts()).isEqualTo(1);
        assertOutcome(Outcome.SUCCESS);
    }

    @Test
    void nothingIsASuccess() {
        StepVerifier.create(shop.mono(Mono.empty())).expectComplete().verify(LIMIT);
        StepVerifier.create(shop.flux(Flux.empty())).expectComplete().verify(LIMIT);
        assertOutcomes(Map.of(Outcome.SUCCESS, 2L));
    }

    @Test
    void aFailureIsSubscribedToAgainAndTheMethodCalledOnce() {
        Script script = Script.of(down, down, "sold");
        Script calls = Script.of(Mono.fromCallable(script));
        StepVerifier.Step<Object> result = StepVerifier.create(shop.assemble(calls));
        if (library.retriesPublishers()) {
            result.expectNext("sold").expectComplete().verify(LIMIT);
        } else {
            result.expectErrorMatches(failure -> failure == down).verify(LIMIT);
        }
        assertThat(script.attempts()).isEqualTo(attempts);
        if (library == AdoptedLibrary.FRAMEWORK) {
            assertThat(script.threads()).as("without a delay").containsOnly(Thread.currentThread());
        }
        assertThat(calls.attempts()).isEqualTo(1);
        assertOutcome(library.retriesPublishers() ? Outcome.RECOVERED : Outcome.NOT_RETRYABLE);
    }

    @Test
    void theSubscriberGetsTheLastFailure() {
        IOException last = new IOException("last");
        Script script = Script.of(down, down, last, "too late");
        IOException expected = library.retriesPublishers() ? last : down;
        StepVerifier.create(shop.mono(Mono.fromCallable(script)))
                .expectErrorSatisfies(failure -> assertThat(library.last(failure))
                        .isSameAs(expected)
                        .hasNoCause()
                        .hasNoSuppressedExceptions())
                .verify(LIMIT);
        assertThat(script.attempts()).isEqualTo(attempts);
        assertOutcome(library.retriesPublishers() ? Outcome.EXHAUSTED : Outcome.NOT_RETRYABLE);
    }

    @Test
    void elementsBeforeAFailureArriveAgain() {
        StepVerifier.create(shop.flux(Flux.<Object>just("a", "b").concatWith(Mono.error(down))))
                .expectNextSequence(Collections.nCopies(attempts, List.of("a", "b")).stream()
                        .flatMap(List::stream)
                        .toList())
                .expectErrorSatisfies(
                        failure -> assertThat(library.last(failure)).isSameAs(down))
                .verify(LIMIT);
    }

    @Test
    void elementsArriveInOrder() {
        StepVerifier.create(shop.flux(Flux.range(1, 1000).cast(Object.class)))
                .expectNextSequence(Flux.range(1, 1000).cast(Object.class).toIterable())
                .expectComplete()
                .verify(LIMIT);
    }

    @Test
    void eachSubscriptionIsACallOfItsOwn() {
        Script script = Script.of(down);
        Mono<Object> mono = shop.mono(Mono.fromCallable(script));
        for (int subscription = 1; subscription <= 2; subscription++) {
            assertThat(catchThrowable(() -> mono.block(LIMIT))).isNotNull();
            assertThat(script.attempts()).isEqualTo(subscription * attempts);
        }
        assertOutcomes(Map.of(library.retriesPublishers() ? Outcome.EXHAUSTED : Outcome.NOT_RETRYABLE, 2L));
    }

    @Test
    void eachAttemptSeesTheContextOfTheSubscriber() {
        List<Object> seen = new CopyOnWriteArrayList<>();
        Mono<Object> mono = shop.mono(Mono.deferContextual(context -> {
            seen.add(context.get("key"));
            return Mono.error(down);
        }));
        assertThat(catchThrowable(() -> mono.contextWrite(context -> context.put("key", "value"))
                        .block(LIMIT)))
                .isNotNull();
        assertThat(seen).hasSize(attempts).containsOnly("value");
    }

    @Test
    void cancellationReachesTheAttempt() {
        PublisherProbe<Object> probe = PublisherProbe.of(Mono.never());
        shop.mono(probe.mono()).subscribe().dispose();
        probe.assertWasCancelled();
        assertThat(probe.subscribeCount()).isEqualTo(1);
        assertOutcome(Outcome.ABORTED);
    }

    @Test
    void takingOneElementCancelsTheRest() {
        PublisherProbe<Object> probe = PublisherProbe.of(Flux.just("a", "b"));
        assertThat(shop.flux(probe.flux()).take(1).collectList().block(LIMIT)).containsExactly("a");
        probe.assertWasCancelled();
    }

    @Test
    void signalsAfterCancellationAreIgnored() {
        Sinks.One<Object> sink = Sinks.one();
        List<Object> received = new ArrayList<>();
        shop.mono(sink.asMono()).subscribe(received::add).dispose();
        sink.tryEmitValue("too late");
        assertThat(received).isEmpty();
    }

    @Test
    void onlyTheDemandReachesTheAttempt() {
        List<Long> requests = new CopyOnWriteArrayList<>();
        Flux<Object> source = Flux.range(1, 5).cast(Object.class).doOnRequest(requests::add);
        StepVerifier.create(shop.flux(source), 0)
                .then(() -> assertThat(requests).isEmpty())
                .thenRequest(1)
                .expectNext(1)
                .thenRequest(2)
                .expectNext(2, 3)
                .thenCancel()
                .verify(LIMIT);
        assertThat(requests).containsExactly(1L, 2L);
    }

    @Test
    void demandThatWasNotServedIsRepeated() {
        Assumptions.assumeTrue(library.retriesPublishers());
        List<Long> requests = new CopyOnWriteArrayList<>();
        AtomicInteger subscriptions = new AtomicInteger();
        Flux<Object> source = Flux.defer(() -> subscriptions.incrementAndGet() == 1
                        ? Flux.<Object>just("a").concatWith(Mono.error(down))
                        : Flux.<Object>just("b", "c"))
                .doOnRequest(requests::add);
        StepVerifier.create(shop.flux(source), 1)
                .expectNext("a")
                .thenRequest(1)
                .expectNext("b")
                .thenRequest(1)
                .expectNext("c")
                .expectComplete()
                .verify(LIMIT);
        assertThat(requests).containsExactly(1L, 1L, 1L, 1L);
    }

    @Test
    void operatorsBehindItSeeOneResult() {
        List<Object> seen = new CopyOnWriteArrayList<>();
        Script script = Script.failing(attempts - 1, "sold");
        shop.mono(Mono.fromCallable(script))
                .doOnSubscribe(subscription -> seen.add("subscribed"))
                .doOnNext(seen::add)
                .doOnTerminate(() -> seen.add("terminated"))
                .block(LIMIT);
        assertThat(seen).containsExactly("subscribed", "sold", "terminated");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failuresBehindItAndInFrontOfItMayBeSkipped(boolean behind) {
        List<Object> skipped = new CopyOnWriteArrayList<>();
        Function<Object, Object> failing = number -> 10 / ((int) number - 1);
        Flux<Object> numbers = Flux.just(1, 2);
        StepVerifier.create((behind ? shop.flux(numbers).map(failing) : shop.flux(numbers.map(failing)))
                        .onErrorContinue((failure, value) -> skipped.add(value)))
                .expectNext(10)
                .expectComplete()
                .verify(LIMIT);
        assertThat(skipped).containsExactly(1);
    }

    @Test
    void whatAMethodThrowsInsteadIsRetriedWherePublishersAreNot() {
        IllegalStateException failure = new IllegalStateException();
        Script script = Script.of(failure, Mono.just("sold"));
        if (library.retriesPublishers()) {
            assertThrows(failure, () -> shop.assemble(script));
            assertThat(script.attempts()).isEqualTo(1);
            assertOutcome(Outcome.NOT_RETRYABLE);
        } else {
            assertThat(shop.assemble(script).block(LIMIT)).isEqualTo("sold");
            assertThat(script.attempts()).isEqualTo(2);
            assertOutcome(Outcome.RECOVERED);
        }
    }

    @Test
    void nullIsReturnedWhereTheLibraryBearsIt() {
        Script script = Script.of((Object) null);
        if (library == AdoptedLibrary.RESILIENCE4J) {
            assertThat(catchThrowable(() -> shop.assemble(script))).isExactlyInstanceOf(NullPointerException.class);
        } else {
            assertThat(shop.assemble(script)).isNull();
        }
        assertThat(script.attempts()).isEqualTo(1);
    }

    /** Its retries are not adopted; Resilience4j knows the types of Reactor only. */
    @Test
    void plainPublishersAreStreamsForTheFramework() {
        Script script = Script.of(down, "sold");
        Mono<Object> source = Mono.fromCallable(script);
        Publisher<Object> publisher = shop.publisher(source);
        StepVerifier.Step<Object> result = StepVerifier.create(publisher);
        if (library == AdoptedLibrary.FRAMEWORK) {
            result.expectNext("sold").expectComplete().verify(LIMIT);
            assertThat(application.outcomes()).isEmpty();
        } else {
            assertThat(publisher).isSameAs(source);
            result.expectErrorMatches(failure -> failure == down).verify(LIMIT);
        }
    }

    @Test
    void undeclaredPublishersAreValues() {
        Mono<Object> mono = Mono.error(down);
        assertThat(shop.undeclared(mono)).isSameAs(mono);
    }

    @Retryable(maxRetries = 2, delay = 0)
    @org.springframework.retry.annotation.Retryable
    @Retry(name = "three")
    static class Shop {

        public Mono<Object> mono(Mono<Object> source) {
            return source;
        }

        public Flux<Object> flux(Flux<Object> source) {
            return source;
        }

        public Mono<Object> assemble(Script script) {
            return script.run();
        }

        public Publisher<Object> publisher(Mono<Object> source) {
            return source;
        }

        public Object undeclared(Mono<Object> source) {
            return source;
        }
    }
}
