package io.backoff.adopt.springretry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Retryable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Futures and publishers, which spring-retry returns like any other value. */
@Timeout(30)
class SpringRetriesResultsTests extends RetriedBeans {

    private final Service service = get(Service.class);
    private final IllegalStateException failure = new IllegalStateException();

    SpringRetriesResultsTests(String mode) {
        super(mode, Service.class);
    }

    @Test
    void returnsACompletedFuture() {
        var future = CompletableFuture.completedFuture("result");
        assertThat(service.future(Script.of(future))).isSameAs(future);
    }

    @Test
    void doesNotRetryAFailedFuture() {
        var future = CompletableFuture.failedFuture(failure);
        var script = Script.of(future);
        assertThat(service.future(script)).isSameAs(future);
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void doesNotRetryAFutureThatFailsLater() {
        var future = new CompletableFuture<Object>();
        var script = Script.of(future);
        var returned = service.future(script);
        future.completeExceptionally(failure);
        assertThat(catchThrowable(returned::join).getCause()).isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void retriesMethodsThatThrowInsteadOfReturningAFuture() {
        var future = CompletableFuture.completedFuture("result");
        var script = Script.of(failure, future);
        assertThat(service.future(script)).isSameAs(future);
        assertThat(script.attempts()).isEqualTo(2);
        assertDelays(10L);
    }

    @Test
    void throwsWhatMethodsThrowInsteadOfReturningAFuture() {
        var script = Script.of(failure);
        assertThrows(failure, () -> service.future(script));
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void returnsNullInsteadOfAFuture() {
        assertThat(service.future(Script.calling(() -> null))).isNull();
    }

    @Test
    void leavesCancellationToTheCaller() {
        var future = new CompletableFuture<Object>();
        assertThat(service.future(Script.of(future)).cancel(true)).isTrue();
        assertThat(future).isCancelled();
    }

    @Test
    void returnsStages() {
        CompletionStage<Object> stage = CompletableFuture.failedStage(failure);
        assertThat((Object) service.stage(Script.of(stage))).isSameAs(stage);
    }

    @Test
    void returnsOtherValues() {
        for (var value : List.of(new FutureTask<>(() -> "result"), Optional.of("result"), List.of().stream())) {
            assertThat(service.value(Script.of(value))).isSameAs(value);
        }
    }

    @Test
    void doesNotRetryAMono() {
        var subscriptions = new AtomicInteger();
        var script = Script.of(Mono.error(() -> {
            subscriptions.incrementAndGet();
            return failure;
        }));
        StepVerifier.create(service.mono(script))
                .verifyErrorSatisfies(
                        error -> assertThat(error).isSameAs(failure).hasNoSuppressedExceptions());
        assertThat(subscriptions).hasValue(1);
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void passesTheValueOfAMono() {
        StepVerifier.create(service.mono(Script.of(Mono.just("result"))))
                .expectNext("result")
                .verifyComplete();
        StepVerifier.create(service.mono(Script.of(Mono.empty()))).verifyComplete();
    }

    @Test
    void callsOnceForSeveralSubscriptions() {
        var subscriptions = new AtomicInteger();
        var script = Script.of(Mono.fromCallable(subscriptions::incrementAndGet));
        var mono = service.mono(script);
        assertThat(subscriptions).hasValue(0);
        assertThat(mono.block()).isEqualTo(1);
        assertThat(mono.block()).isEqualTo(2);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void retriesMethodsThatThrowInsteadOfReturningAMono() {
        var script = Script.of(failure, Mono.just("result"));
        assertThat(service.mono(script).block()).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void passesAnErrorAfterElements() {
        StepVerifier.create(service.flux(Script.of(Flux.concat(Flux.just("a", "b"), Flux.error(failure)))))
                .expectNext("a", "b")
                .verifyErrorSatisfies(error -> assertThat(error).isSameAs(failure));
    }

    @Test
    void passesRequests() {
        var requested = new AtomicInteger();
        var flux = Flux.range(1, 10).doOnRequest(n -> requested.addAndGet((int) n));
        StepVerifier.create(service.flux(Script.of(flux)), 0)
                .thenRequest(1)
                .expectNext(1)
                .thenRequest(2)
                .expectNext(2, 3)
                .thenCancel()
                .verify(Duration.ofSeconds(10));
        assertThat(requested).hasValue(3);
    }

    @Test
    void passesCancellation() {
        var cancelled = new AtomicInteger();
        Mono<Object> endless = Mono.never().doOnCancel(cancelled::incrementAndGet);
        service.mono(Script.of(endless)).subscribe().dispose();
        assertThat(cancelled).hasValue(1);
    }

    @Test
    void passesTheContextOfSubscribers() {
        var mono = service.mono(Script.of(Mono.deferContextual(context -> Mono.just(context.get("key")))));
        assertThat(mono.contextWrite(context -> context.put("key", "value")).block())
                .isEqualTo("value");
    }

    @SuppressWarnings("unchecked") // the scripts return what the methods do
    static class Service {

        @Retryable(backoff = @Backoff(10))
        CompletableFuture<Object> future(Script script) {
            return (CompletableFuture<Object>) script.runUndeclared();
        }

        @Retryable
        CompletionStage<Object> stage(Script script) {
            return (CompletionStage<Object>) script.runUndeclared();
        }

        @Retryable
        Object value(Script script) {
            return script.runUndeclared();
        }

        @Retryable
        Mono<Object> mono(Script script) {
            return (Mono<Object>) script.runUndeclared();
        }

        @Retryable
        Flux<Object> flux(Script script) {
            return (Flux<Object>) script.runUndeclared();
        }
    }
}
