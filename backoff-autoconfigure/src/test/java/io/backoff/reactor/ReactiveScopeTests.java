package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.execution.Operation;
import io.backoff.policy.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** An attempt is current in the guarded publisher, and nowhere before or after it. */
@ParameterizedClass(name = "automatic context propagation: {0}")
@ValueSource(booleans = {false, true})
class ReactiveScopeTests {

    @Parameter
    private boolean automatic;

    private final ReactorCalls calls = new ReactorCalls();
    private final RetryScope enclosing = new Enclosing();
    private final Queue<Sighting> inside = new ConcurrentLinkedQueue<>();
    private final Queue<Sighting> outside = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void propagate() {
        calls.delay = Duration.ZERO;
        if (automatic) {
            Hooks.enableAutomaticContextPropagation();
        }
    }

    @AfterEach
    void propagateNoMore() {
        Hooks.disableAutomaticContextPropagation();
        assertThat(RetryScopeHolder.current()).isNull();
    }

    @ParameterizedTest
    @MethodSource("flows")
    void noPositionAroundACallSeesItsAttempt(Source source, Type type, Ending ending) throws Exception {
        await(ending.around(type.guard(this, source), outside(null)));
        assertScopes();
    }

    @ParameterizedTest
    @MethodSource("flows")
    void onNoThreadBehindACallIsThereAnAttempt(Source source, Type type, Ending ending) throws Exception {
        Flux<Integer> guarded = type.guard(this, source).subscribeOn(Schedulers.parallel());
        await(ending.around(guarded.publishOn(Schedulers.parallel()), outside(null)));
        assertThat(outside).isNotEmpty().filteredOn(Sighting::isWrong).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("flows")
    void eachPositionAroundANestedCallSeesTheEnclosingOne(Source source, Type type, Ending ending) throws Exception {
        Flux<Integer> inner = type.guard(this, source);
        Flux<Integer> outer = new ReactorCalls()
                .flux(() -> ending.around(inner, outside(RetryScopeHolder.current()))
                        .onErrorReturn(0));
        await(Ending.TO_ITS_END.around(outer, outside(null)));
        assertScopes();
    }

    @ParameterizedTest
    @MethodSource("flows")
    void eachPositionSeesTheScopeInTheContextOfTheSubscriber(Source source, Type type, Ending ending) throws Exception {
        Seen behind = outside(enclosing);
        await(watched(type.guard(this, source), behind)
                .transform(ending::end)
                .contextWrite(context -> context.put(RetryScope.class, enclosing)));
        assertThat(outside)
                .isNotEmpty()
                .filteredOn(sighting -> sighting.position().matches("next|error|complete"))
                .filteredOn(Sighting::isWrong)
                .isEmpty();
    }

    /** The same holds in a blocking call that subscribes. */
    @ParameterizedTest
    @MethodSource("flows")
    void eachPositionSeesTheScopeOfTheThreadThatSubscribes(Source source, Type type, Ending ending) throws Exception {
        await(subscribeInScope(ending.end(type.guard(this, source))));
        assertScopes();
    }

    @Test
    void aTimeoutIsSignalledInTheScopeOfTheSubscriber() throws Exception {
        calls.attemptTimeout = Duration.ofSeconds(2);
        calls.maxAttempts = 1;
        var end = subscribeInScope(calls.flux(() -> watched(Flux.never(), inside())));
        calls.time.advance(Duration.ofSeconds(2));
        assertThat(end.getCount()).isZero();
        assertThat(inside).extracting(Sighting::position).contains("cancel");
        assertScopes();
    }

    @Test
    void aRetryAfterADelayIsSignalledInTheScopeOfTheSubscriber() throws Exception {
        calls.delay = Duration.ofMillis(100);
        var end = subscribeInScope(calls.flux(() -> watched(Flux.error(new IOException()), inside())));
        calls.time.advance(calls.delay);
        calls.time.advance(calls.delay);
        assertThat(end.getCount()).isZero();
        assertScopes();
    }

    @Test
    void aCancellationReachesThePublisherInItsAttempt() {
        watched(calls.flux(() -> watched(Flux.never(), inside())), outside(null))
                .subscribe()
                .dispose();
        assertThat(inside).extracting(Sighting::position).contains("cancel");
        assertScopes();
    }

    @Test
    void aRequestReachesThePublisherInItsAttempt() {
        watched(calls.flux(() -> watched(Flux.range(1, 100), inside())), outside(null))
                .limitRate(7)
                .subscribe();
        assertThat(inside).filteredOn("position", "request").hasSizeGreaterThan(10);
        assertScopes();
    }

    @ParameterizedTest
    @EnumSource(Source.class)
    void aFallbackRunsInAScopeOfItsOwn(Source source) throws Exception {
        Operation.Fallback<Publisher<Integer>> fallback = failure -> watched(source.publisher.get(), inside());
        Flux<Integer> guarded = ReactiveRunner.flux(calls.guards().of("payments"), new Failing(fallback));
        await(Ending.TO_ITS_END.around(guarded, outside(null)));
        assertScopes();
    }

    static Stream<Arguments> flows() {
        return Stream.of(Source.values())
                .flatMap(source -> Stream.of(Type.values())
                        .flatMap(type -> Stream.of(Ending.values()).map(ending -> Arguments.of(source, type, ending))));
    }

    /** On a thread of its own, an operator of the publisher sees the attempt only if the context is propagated. */
    private void assertScopes() {
        assertThat(outside).isNotEmpty().filteredOn(Sighting::isWrong).isEmpty();
        assertThat(inside)
                .isNotEmpty()
                .filteredOn(Sighting::isWrong)
                .filteredOn(sighting ->
                        automatic || !sighting.seen().equals("null") || sighting.isOn(Thread.currentThread()))
                .isEmpty();
    }

    /** Expects the scope that the thread has now. */
    private Seen inside() {
        return new Seen(RetryScopeHolder.current(), inside);
    }

    private Seen outside(@Nullable RetryScope expected) {
        return new Seen(expected, outside);
    }

    private static void await(Flux<Integer> flux) throws InterruptedException {
        await(subscribe(flux));
    }

    private static void await(CountDownLatch end) throws InterruptedException {
        assertThat(end.await(20, TimeUnit.SECONDS)).isTrue();
    }

    private CountDownLatch subscribeInScope(Flux<Integer> guarded) {
        CallerContext.Scope scope = RetryScopeHolder.enter(enclosing);
        try {
            Flux<Integer> flux = watched(guarded, outside(enclosing));
            // As block() does. With automatic propagation, Reactor itself clears what its context does not have.
            return subscribe(automatic ? flux.contextCapture() : flux);
        } finally {
            scope.close();
        }
    }

    private static CountDownLatch subscribe(Flux<Integer> flux) {
        var end = new CountDownLatch(1);
        flux.subscribe(value -> {}, failure -> end.countDown(), end::countDown);
        return end;
    }

    private static Flux<Integer> watched(Flux<Integer> flux, Seen seen) {
        return flux.doOnSubscribe(subscription -> seen.see("subscribe"))
                .doOnRequest(number -> seen.see("request"))
                .doOnNext(value -> seen.see("next"))
                .doOnError(failure -> seen.see("error"))
                .doOnComplete(() -> seen.see("complete"))
                .doOnCancel(() -> seen.see("cancel"))
                .doAfterTerminate(() -> seen.see("after"))
                .doFinally(signal -> seen.see("finally"));
    }

    private enum Source {
        RANGE(() -> Flux.range(1, 3)),
        HIDDEN(() -> Flux.range(1, 3).hide()),
        JUST(() -> Mono.just(1).flux()),
        EMPTY(Flux::empty),
        DEFERRED_ERROR(() -> Flux.defer(() -> Flux.error(new IOException()))),
        ERROR_AFTER_ELEMENTS(() -> Flux.range(1, 2).concatWith(Flux.error(new IOException()))),
        PUBLISH_ON(() -> Flux.range(1, 3).publishOn(Schedulers.single())),
        SUBSCRIBE_ON(() -> Flux.range(1, 3).subscribeOn(Schedulers.single())),
        ERROR_ON_ANOTHER_THREAD(() -> Flux.<Integer>error(new IOException()).publishOn(Schedulers.single()));

        private final Supplier<Flux<Integer>> publisher;

        Source(Supplier<Flux<Integer>> publisher) {
            this.publisher = publisher;
        }
    }

    private enum Type {
        FLUX {
            @Override
            Flux<Integer> guard(ReactiveScopeTests test, Source source) {
                return test.calls.flux(() -> watched(source.publisher.get(), test.inside()));
            }
        },
        MONO {
            @Override
            Flux<Integer> guard(ReactiveScopeTests test, Source source) {
                return test.calls
                        .mono(() ->
                                watched(source.publisher.get(), test.inside()).next())
                        .flux();
            }
        };

        abstract Flux<Integer> guard(ReactiveScopeTests test, Source source);
    }

    private enum Ending {
        TO_ITS_END {
            @Override
            Flux<Integer> end(Flux<Integer> flux) {
                return flux;
            }
        },
        CANCELLED {
            @Override
            Flux<Integer> end(Flux<Integer> flux) {
                return flux.take(1);
            }
        },
        REPLACED {
            @Override
            Flux<Integer> end(Flux<Integer> flux) {
                return flux.onErrorResume(failure -> Flux.just(4)).switchIfEmpty(Flux.just(5));
            }
        };

        abstract Flux<Integer> end(Flux<Integer> flux);

        /** The publisher with operators before and behind it, each of which notes what it sees. */
        Flux<Integer> around(Flux<Integer> guarded, Seen seen) {
            Flux<Integer> before = watched(Flux.range(1, 2), seen);
            Flux<Integer> behind = before.concatMap(number -> watched(guarded, seen))
                    .map(value -> seen.see("map", value))
                    .<Integer>handle((value, sink) -> sink.next(seen.see("handle", value)))
                    .flatMap(value -> Mono.fromCallable(() -> seen.see("flatMap", value)))
                    .onErrorMap(failure -> seen.see("onErrorMap", failure));
            return watched(end(behind), seen).concatWith(Mono.fromCallable(() -> seen.see("concatWith", 9)));
        }
    }

    /** Notes what each position sees. */
    private record Seen(@Nullable RetryScope expected, Queue<Sighting> sightings) {

        void see(String position) {
            RetryScope scope = RetryScopeHolder.current();
            sightings.add(
                    new Sighting(position, String.valueOf(scope), String.valueOf(expected), Thread.currentThread()));
        }

        <T> T see(String position, T value) {
            see(position);
            return value;
        }
    }

    private record Sighting(String position, String seen, String expected, Thread thread) {

        boolean isWrong() {
            return !seen.equals(expected);
        }

        boolean isOn(Thread other) {
            return thread == other;
        }
    }

    private record Failing(Operation.@Nullable Fallback<Publisher<Integer>> fallback)
            implements Operation<Publisher<Integer>> {

        @Override
        public Publisher<Integer> invoke() {
            return Flux.error(new IOException());
        }
    }

    private static final class Enclosing implements RetryScope {

        @Override
        public boolean isRetrying() {
            return false;
        }

        @Override
        public void markTerminal(Throwable failure, StopReason reason) {}

        @Override
        public @Nullable StopReason terminalReason(Throwable failure) {
            return null;
        }
    }
}
