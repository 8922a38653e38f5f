package io.backoff.reactor;

import static io.backoff.policy.Outcome.NOT_RETRYABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.Calls;
import io.backoff.pace.Pace;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Virtual machine errors, which Reactor throws instead of signalling them. A call still has one outcome. */
@ParameterizedClass
@EnumSource
@Timeout(30)
class FatalErrorTests {

    private final ReactorCalls calls = new ReactorCalls();
    private final AtomicInteger attempts = new AtomicInteger();

    @Parameter
    private Fatal kind;

    private Error fatal;

    @BeforeEach
    void createError() {
        fatal = kind.constructor.get();
    }

    @Test
    void isSignalledAsByAMono() throws Exception {
        assertEnds(calls.mono(() -> Mono.error(fatal)));
    }

    @Test
    void isSignalledAsByAFlux() throws Exception {
        assertEnds(calls.flux(() -> Flux.error(fatal)));
    }

    @Test
    void isSignalledWhenTheMethodThrowsIt() throws Exception {
        assertEnds(calls.mono(() -> raise(fatal)));
    }

    @Test
    void isSignalledOnTheThreadThatSubscribes() throws Exception {
        assertEnds(calls.mono(() -> Mono.error(fatal)).subscribeOn(Schedulers.single()));
    }

    @Test
    void isSignalledOnTheThreadOfAMono() throws Exception {
        assertEnds(calls.mono(() -> Mono.error(fatal).hide().publishOn(Schedulers.single())));
    }

    @Test
    void isSignalledInsteadOfAnElementThatComesLater() throws Exception {
        assertEnds(calls.mono(() -> Mono.error(fatal).delayElement(Duration.ofMillis(1))));
    }

    @Test
    void isSignalledOnTheThreadOfAFuture() throws Exception {
        assertEnds(calls.mono(() -> Mono.fromFuture(CompletableFuture.supplyAsync(() -> raise(fatal)))));
    }

    @Test
    void isSignalledOnTheThreadOfAFlux() throws Exception {
        assertEnds(calls.flux(() -> Flux.concat(Flux.just(1), Flux.error(fatal)).publishOn(Schedulers.single())));
    }

    @Test
    void isSignalledInARetry() throws Exception {
        assertEnds(calls.mono(() -> failOnceThen(Mono.error(fatal))));
    }

    @Test
    void isThrownAtTheSubscriberAsByAMono() {
        Mono<Object> guarded = calls.mono(() -> Mono.fromCallable(() -> raise(fatal)));
        assertThat(catchThrowable(guarded::subscribe)).isSameAs(fatal);
        assertCounted();
    }

    @Test
    void isThrownAtTheSubscriberAsByAFlux() {
        Flux<Object> guarded = calls.flux(this::broken);
        assertThat(catchThrowable(guarded::subscribe)).isSameAs(fatal);
        assertCounted();
    }

    @Test
    void isThrownAtASubscriberThatRequestsElementsLater() {
        var subscriber = new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                // Requests nothing yet.
            }
        };
        calls.flux(this::broken).subscribe(subscriber);
        assertThat(catchThrowable(() -> subscriber.request(1))).isSameAs(fatal);
        assertCounted();
    }

    /** A retry runs on a thread where no subscriber can catch the error. */
    @Test
    void isSignalledWhenItIsThrownInARetry() {
        assertEndsAfterDelay(hold(), calls.mono(() -> failOnceThen(Mono.fromCallable(() -> raise(fatal)))));
    }

    @Test
    void isSignalledWhenAStreamThrowsItInARetry() {
        assertEndsAfterDelay(hold(), calls.flux(() -> Flux.defer(() -> attempts.get() > 0 ? broken() : failing())));
    }

    @Test
    void isSignalledWhenItIsThrownAfterTheFirstWait() {
        calls.waitFirst = true;
        assertEndsAfterDelay(hold(), calls.mono(() -> Mono.fromCallable(() -> raise(fatal))));
    }

    @Test
    void isSignalledWhenItIsThrownAfterTheFirstAttemptHasWaitedForItsTurn() throws Exception {
        calls.pace = Pace.adaptive("payments", 0, Duration.ofSeconds(30), calls.time.nanoTime());
        Calls.throttle(calls.pace.lane(null), calls.time);
        assertEnds(calls.mono(() -> Mono.fromCallable(() -> raise(fatal))));
    }

    private Flux<Object> broken() {
        return Flux.range(1, 3).map(number -> raise(fatal));
    }

    private Flux<Object> failing() {
        attempts.incrementAndGet();
        return Flux.error(new IOException());
    }

    private Mono<Object> failOnceThen(Mono<Object> second) {
        return attempts.incrementAndGet() == 1 ? Mono.error(new IOException()) : second;
    }

    private void assertEnds(Publisher<?> guarded) throws Exception {
        var end = new CompletableFuture<Throwable>();
        Flux.from(guarded).subscribe(value -> {}, end::complete, () -> end.complete(null));
        assertThat(end.get(20, TimeUnit.SECONDS)).isSameAs(fatal);
        assertCounted();
    }

    private void assertEndsAfterDelay(HeldTime time, Publisher<?> guarded) {
        var end = new AtomicReference<Throwable>();
        Flux.from(guarded).subscribe(value -> {}, end::set);
        time.delay.run();
        assertThat(end.get()).isSameAs(fatal);
        assertCounted();
    }

    private HeldTime hold() {
        var time = new HeldTime();
        calls.clock = time;
        return time;
    }

    private void assertCounted() {
        assertThat(calls.outcomes()).isEqualTo(Map.of(NOT_RETRYABLE, 1L));
    }

    private static <T> T raise(Error error) {
        throw error;
    }

    enum Fatal {
        LINKAGE(() -> new NoClassDefFoundError("harmless")),
        VIRTUAL_MACHINE(HarmlessError::new);

        private final Supplier<Error> constructor;

        Fatal(Supplier<Error> constructor) {
            this.constructor = constructor;
        }
    }

    private static final class HarmlessError extends VirtualMachineError {

        private static final long serialVersionUID = 1L;
    }
}
