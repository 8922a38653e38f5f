package io.backoff.adopt.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.adopt.resilience4j.Intervals.Asked;
import io.github.resilience4j.retry.MaxRetriesExceededException;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What Resilience4j itself does with methods that return a publisher. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class Resilience4jRetriesReactiveTests {

    private static final AtomicInteger calls = new AtomicInteger();
    private static ResilienceApplication application;

    private final IOException down = new IOException("down");
    private final Service service;

    Resilience4jRetriesReactiveTests(String mode) {
        service = application.fresh(Service.class);
        calls.set(0);
    }

    @BeforeParameterizedClassInvocation
    static void start(String mode) {
        application = new ResilienceApplication(mode)
                .retry("three", config -> config.maxAttempts(3))
                .retry("io", config -> config.retryExceptions(IOException.class))
                .retry("busy", config -> config.maxAttempts(3).retryOnResult("busy"::equals))
                .retry(
                        "strict",
                        config -> config.maxAttempts(2)
                                .retryOnResult("busy"::equals)
                                .failAfterMaxAttempts(true))
                .start(Service.class);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        application.close();
    }

    @Test
    void aMonoIsSubscribedToAgain() {
        Script<Object> script = Script.of(down, down, "ok");
        Mono<Object> mono = service.mono(Mono.fromCallable(script));
        assertThat(script.attempts()).isZero();
        StepVerifier.create(mono).expectNext("ok").verifyComplete();
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(calls).hasValue(1);
        assertThat(application.intervals().asked()).containsExactly(new Asked(1, down, null), new Asked(2, down, null));
        assertThat(application.events())
                .containsExactly(
                        "RETRY three 1 IOException: down",
                        "RETRY three 2 IOException: down",
                        "SUCCESS three 2 IOException: down");
    }

    @Test
    void anExhaustedMonoFailsWithTheLastFailure() {
        IOException last = new IOException("last");
        Script<Object> script = Script.of(down, down, last);
        StepVerifier.create(service.mono(Mono.fromCallable(script)))
                .verifyErrorSatisfies(failure ->
                        assertThat(failure).isSameAs(last).hasNoCause().hasNoSuppressedExceptions());
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(application.events()).last().isEqualTo("ERROR three 3 IOException: last");
    }

    @Test
    void anotherFailureIsNotRetried() {
        var other = new IllegalStateException("other");
        Script<Object> script = Script.of(other, "ok");
        StepVerifier.create(service.io(Mono.fromCallable(script)))
                .verifyErrorSatisfies(failure -> assertThat(failure).isSameAs(other));
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).containsExactly("IGNORED_ERROR io 0 IllegalStateException: other");
    }

    @Test
    void anErrorIsNotRetried() {
        var error = new AssertionError("broken");
        Script<Object> script = Script.of(error, "ok");
        StepVerifier.create(service.mono(Mono.fromCallable(script)))
                .verifyErrorSatisfies(failure -> assertThat(failure).isSameAs(error));
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).isEmpty();
    }

    @Test
    void anEmptyMonoIsASuccess() {
        var subscriptions = new AtomicInteger();
        StepVerifier.create(service.mono(Mono.empty().doOnSubscribe(s -> subscriptions.incrementAndGet())))
                .verifyComplete();
        assertThat(subscriptions).hasValue(1);
        assertThat(application.events()).isEmpty();
    }

    @Test
    void elementsBeforeAFailureAreEmittedAgain() {
        var subscriptions = new AtomicInteger();
        Flux<Object> flux = Flux.defer(() -> subscriptions.incrementAndGet() < 3
                ? Flux.<Object>just("a", "b").concatWith(Mono.error(down))
                : Flux.just("c"));
        StepVerifier.create(service.flux(flux))
                .expectNext("a", "b", "a", "b", "c")
                .verifyComplete();
        assertThat(subscriptions).hasValue(3);
        assertThat(calls).hasValue(1);
    }

    @Test
    void anExhaustedFluxFailsWithTheLastFailure() {
        StepVerifier.create(service.flux(Flux.<Object>just("a").concatWith(Mono.error(down))))
                .expectNext("a", "a", "a")
                .verifyErrorSatisfies(failure ->
                        assertThat(failure).isSameAs(down).hasNoCause().hasNoSuppressedExceptions());
    }

    @Test
    void eachSubscriptionHasItsOwnAttempts() {
        Script<Object> script = Script.of(down);
        Mono<Object> mono = service.mono(Mono.fromCallable(script));
        StepVerifier.create(mono).verifyError(IOException.class);
        StepVerifier.create(mono).verifyError(IOException.class);
        assertThat(script.attempts()).isEqualTo(6);
        assertThat(calls).hasValue(1);
    }

    @Test
    void cancellingCancelsTheAttempt() {
        List<String> signals = new CopyOnWriteArrayList<>();
        Mono<Object> never =
                Mono.never().doOnSubscribe(s -> signals.add("subscribe")).doOnCancel(() -> signals.add("cancel"));
        service.mono(never).subscribe().dispose();
        assertThat(signals).containsExactly("subscribe", "cancel");
        assertThat(application.events()).isEmpty();
    }

    @Test
    void takingOneElementCancelsTheRest() {
        List<String> signals = new CopyOnWriteArrayList<>();
        Flux<Object> source = Flux.<Object>just("a", "b").doOnCancel(() -> signals.add("cancel"));
        assertThat(service.flux(source).take(1).collectList().block()).containsExactly("a");
        assertThat(signals).containsExactly("cancel");
        assertThat(application.events()).isEmpty();
    }

    @Test
    void theDemandReachesEachAttempt() {
        List<Long> requested = new CopyOnWriteArrayList<>();
        var subscriptions = new AtomicInteger();
        Flux<Object> source = Flux.defer(() -> subscriptions.incrementAndGet() == 1
                        ? Flux.<Object>just("a").concatWith(Mono.error(down))
                        : Flux.<Object>just("b", "c"))
                .doOnRequest(requested::add);
        StepVerifier.create(service.flux(source), 1)
                .expectNext("a")
                .thenRequest(1)
                .expectNext("b")
                .thenRequest(1)
                .expectNext("c")
                .verifyComplete();
        assertThat(requested).containsExactly(1L, 1L, 1L, 1L);
    }

    @Test
    void theContextOfTheSubscriberIsSeenByEachAttempt() {
        List<Object> seen = new CopyOnWriteArrayList<>();
        Mono<Object> source = Mono.deferContextual(context -> {
            seen.add(context.get("key"));
            return seen.size() < 3 ? Mono.error(down) : Mono.just("ok");
        });
        StepVerifier.create(service.mono(source).contextWrite(context -> context.put("key", "value")))
                .expectNext("ok")
                .verifyComplete();
        assertThat(seen).containsExactly("value", "value", "value");
    }

    @Test
    void aThrowBeforeThePublisherIsNotRetried() {
        var broken = new IllegalStateException("broken");
        assertThat(catchThrowable(() -> service.throwing(broken))).isSameAs(broken);
        assertThat(calls).hasValue(1);
        assertThat(application.events()).isEmpty();
    }

    @Test
    void noPublisherAtAllFailsTheCaller() {
        assertThat(catchThrowable(() -> service.mono(null))).isExactlyInstanceOf(NullPointerException.class);
    }

    @Test
    void aPublisherOfAnotherTypeIsAValue() {
        Script<Object> script = Script.of(down, "ok");
        Mono<Object> source = Mono.fromCallable(script);
        assertThat(service.publisher(source)).isSameAs(source);
        assertThat(service.undeclared(source)).isSameAs(source);
        StepVerifier.create(service.publisher(source)).verifyError(IOException.class);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aRejectedElementCancelsTheAttemptAndIsRetried() {
        List<String> signals = new CopyOnWriteArrayList<>();
        Script<Object> script = Script.of("busy", "ok");
        Mono<Object> source = Mono.fromCallable(script).doOnCancel(() -> signals.add("cancel"));
        StepVerifier.create(service.busy(source)).expectNext("ok").verifyComplete();
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(signals).containsExactly("cancel");
        assertThat(application.intervals().asked()).containsExactly(new Asked(1, null, "busy"));
    }

    @Test
    void theLastRejectedElementIsEmitted() {
        Script<Object> script = Script.of("busy");
        StepVerifier.create(service.busy(Mono.fromCallable(script)))
                .expectNext("busy")
                .verifyComplete();
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void theLastRejectedElementFailsWhereThatIsConfigured() {
        Script<Object> script = Script.of("busy");
        StepVerifier.create(service.strict(Mono.fromCallable(script)))
                .verifyErrorSatisfies(failure -> assertThat(failure)
                        .isExactlyInstanceOf(MaxRetriesExceededException.class)
                        .hasMessage("Retry 'strict' has exhausted all attempts (2)"));
        assertThat(script.attempts()).isEqualTo(2);
    }

    static class Service {

        @Retry(name = "three")
        public Mono<Object> mono(Mono<Object> source) {
            calls.incrementAndGet();
            return source;
        }

        @Retry(name = "io")
        public Mono<Object> io(Mono<Object> source) {
            return source;
        }

        @Retry(name = "busy")
        public Mono<Object> busy(Mono<Object> source) {
            return source;
        }

        @Retry(name = "strict")
        public Mono<Object> strict(Mono<Object> source) {
            return source;
        }

        @Retry(name = "three")
        public Flux<Object> flux(Flux<Object> source) {
            calls.incrementAndGet();
            return source;
        }

        @Retry(name = "three")
        public Mono<Object> throwing(RuntimeException failure) {
            calls.incrementAndGet();
            throw failure;
        }

        @Retry(name = "three")
        public Publisher<Object> publisher(Mono<Object> source) {
            return source;
        }

        @Retry(name = "three")
        public Object undeclared(Mono<Object> source) {
            return source;
        }
    }
}
