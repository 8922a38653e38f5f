package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** An attempt of an adopted call is current in the publisher of its method, and nowhere before or after it. */
@ParameterizedClass(name = "{0}, automatic context propagation: {1}")
@CsvSource({"observe, false", "observe, true", "govern, false", "govern, true"})
class AdoptedScopesTests extends RetryingTests {

    private final Queue<Sighting> inside = new ConcurrentLinkedQueue<>();
    private final Queue<Sighting> outside = new ConcurrentLinkedQueue<>();
    private final boolean automatic;

    AdoptedScopesTests(String mode, boolean automatic) {
        super(mode, List.of(Replaced.class), "backoff.policies.callee.budget=none");
        this.automatic = automatic;
    }

    @BeforeParameterizedClassInvocation
    static void propagate(String mode, boolean automatic) {
        if (automatic) {
            Hooks.enableAutomaticContextPropagation();
        }
    }

    @AfterParameterizedClassInvocation
    static void propagateNoLonger() {
        Hooks.disableAutomaticContextPropagation();
    }

    @ParameterizedTest
    @MethodSource("flows")
    void noPositionAroundACallSeesItsAttempt(Source source, Way way) throws Exception {
        await(subscribe(around(way.publisher(application, operation(source)), "none")));
        assertScopes();
    }

    /** The same holds in a blocking call that subscribes. */
    @ParameterizedTest
    @MethodSource("flows")
    void eachPositionSeesTheScopeOfTheCallThatSubscribes(Source source, Way way) throws Exception {
        CountDownLatch end = (CountDownLatch) own(() -> {
            Flux<Object> flux = around(way.publisher(application, operation(source)), "outer");
            return subscribe(automatic ? flux.contextCapture() : flux);
        });
        await(end);
        assertScopes();
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.MATCH_ANY,
            names = {".*_MONO", ".*_FLUX"})
    void aCancellationReachesThePublisherInItsAttempt(Way way) {
        around(way.publisher(application, () -> watched(Mono.never(), inside, "callee")), "none")
                .subscribe()
                .dispose();
        assertThat(inside).extracting(Sighting::position).contains("cancel");
        assertScopes();
    }

    /** A fallback of the library belongs to its caller, as it does in a blocking call. */
    @Test
    void theFallbackOfTheLibrarySeesNoAttempt() throws Exception {
        await(subscribe(application.get(Replaced.class).call(outside).flux()));
        assertThat(outside).extracting(Sighting::position).contains("fallback", "context");
        assertThat(outside).filteredOn(Sighting::isWrong).isEmpty();
    }

    static Stream<Arguments> flows() {
        return Stream.of(Source.values())
                .flatMap(source ->
                        Stream.of(Way.values()).filter(Way::isPublisher).map(way -> Arguments.of(source, way)));
    }

    private Supplier<Mono<Object>> operation(Source source) {
        return () -> watched(source.publisher.get(), inside, "callee");
    }

    private Flux<Object> around(Flux<Object> guarded, String expected) {
        Flux<Object> behind = Flux.range(1, 2)
                .doOnNext(number -> see(outside, "before", expected))
                .concatMap(number -> watched(guarded.next(), outside, expected))
                .map(value -> see(outside, "map", expected));
        return behind.onErrorResume(failure -> Mono.fromCallable(() -> see(outside, "replaced", expected)))
                .concatWith(Mono.fromCallable(() -> see(outside, "after", expected)));
    }

    private static Mono<Object> watched(Mono<Object> mono, Queue<Sighting> seen, String expected) {
        return mono.doOnSubscribe(subscription -> see(seen, "subscribe", expected))
                .doOnRequest(number -> see(seen, "request", expected))
                .doOnNext(value -> see(seen, "next", expected))
                .doOnError(failure -> see(seen, "error", expected))
                .doOnCancel(() -> see(seen, "cancel", expected))
                .doFinally(signal -> see(seen, "finally", expected));
    }

    private static Object see(Queue<Sighting> seen, String position, String expected) {
        seen.add(new Sighting(position, name(RetryScopeHolder.current()), expected, Thread.currentThread()));
        return position;
    }

    private static String name(RetryScope scope) {
        return scope instanceof CurrentAttempt attempt ? attempt.policy() : "none";
    }

    private static void await(CountDownLatch end) throws InterruptedException {
        assertThat(end.await(20, TimeUnit.SECONDS)).isTrue();
    }

    private static CountDownLatch subscribe(Flux<Object> flux) {
        var end = new CountDownLatch(1);
        flux.subscribe(value -> {}, failure -> end.countDown(), end::countDown);
        return end;
    }

    /** On a thread of its own, an operator of the publisher sees the attempt only if the context is propagated. */
    private void assertScopes() {
        assertThat(outside).isNotEmpty().filteredOn(Sighting::isWrong).isEmpty();
        assertThat(inside)
                .isNotEmpty()
                .filteredOn(Sighting::isWrong)
                .filteredOn(sighting -> automatic || !sighting.isNoneElsewhere(Thread.currentThread()))
                .isEmpty();
        assertThat(RetryScopeHolder.current()).isNull();
    }

    private enum Source {
        JUST(() -> Mono.just("value")),
        EMPTY(Mono::empty),
        DEFERRED_ERROR(() -> Mono.defer(() -> Mono.error(new IOException()))),
        PUBLISH_ON(() -> Mono.<Object>just("value").publishOn(Schedulers.single())),
        SUBSCRIBE_ON(() -> Mono.<Object>just("value").subscribeOn(Schedulers.single())),
        ERROR_ON_ANOTHER_THREAD(() -> Mono.error(new IOException()).publishOn(Schedulers.single()));

        private final Supplier<Mono<Object>> publisher;

        Source(Supplier<Mono<Object>> publisher) {
            this.publisher = publisher;
        }
    }

    private record Sighting(String position, String seen, String expected, Thread thread) {

        boolean isWrong() {
            return !seen.equals(expected);
        }

        boolean isNoneElsewhere(Thread test) {
            return seen.equals("none") && thread != test;
        }
    }

    static class Replaced {

        @Retry(name = "three", fallbackMethod = "replace")
        Mono<Object> call(Queue<Sighting> seen) {
            return Mono.error(new IOException());
        }

        Mono<Object> replace(Queue<Sighting> seen, IOException failure) {
            return Mono.deferContextual(context -> {
                seen.add(new Sighting(
                        "context", name(context.getOrDefault(RetryScope.class, null)), "none", Thread.currentThread()));
                return Mono.just(see(seen, "fallback", "none"));
            });
        }
    }
}
