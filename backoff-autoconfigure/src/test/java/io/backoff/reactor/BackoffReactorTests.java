package io.backoff.reactor;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.NOT_RETRYABLE;
import static io.backoff.policy.Outcome.RECOVERED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.execution.Operation;
import io.backoff.engine.time.SystemTimeSource;
import io.backoff.policy.Outcome;
import io.backoff.policy.UnknownPolicyException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

class BackoffReactorTests {

    private final ReactorCalls calls = new ReactorCalls();
    private final AtomicInteger attempts = new AtomicInteger();
    private final IOException failure = new IOException("original");

    @Test
    void eachSubscriptionIsACall() {
        Mono<Integer> guarded = calls.mono(() -> {
            int attempt = attempts.incrementAndGet();
            return attempt % 2 == 1 ? Mono.<Integer>error(failure) : Mono.just(attempt);
        });
        StepVerifier.create(guarded).expectNext(2).verifyComplete();
        StepVerifier.create(guarded).expectNext(4).verifyComplete();
        assertThat(calls.outcomes()).isEqualTo(Map.of(RECOVERED, 2L));
    }

    @Test
    void anUnknownPolicyIsNoticedBeforeASubscription() {
        var backoff = new BackoffReactor(calls.guards());
        assertThatExceptionOfType(UnknownPolicyException.class)
                .isThrownBy(() -> backoff.call("paiments", Mono::<String>empty))
                .withMessageContaining("payments");
    }

    @Test
    void emptyIsASuccess() {
        StepVerifier.create(calls.mono(Mono::empty)).verifyComplete();
        StepVerifier.create(calls.flux(Flux::empty)).verifyComplete();
        assertThat(calls.outcomes()).isEqualTo(Map.of(SUCCESS, 2L));
    }

    @Test
    void noPublisherIsAFailure() {
        StepVerifier.create(calls.mono(() -> null)).verifyError(NullPointerException.class);
        assertOutcome(EXHAUSTED);
    }

    @Test
    void theOriginalFailureSurfacesAndNothingElse() {
        List<Throwable> failures = List.of(new IOException("1"), new IOException("2"), failure);
        StepVerifier.create(calls.flux(() -> Flux.error(failures.get(attempts.getAndIncrement()))))
                .verifyErrorMatches(thrown -> thrown == failure);
        assertThat(failure).hasNoCause();
        assertThat(failure.getSuppressed()).containsExactlyElementsOf(failures.subList(0, 2));
    }

    @Test
    void demandIsPassedOn() {
        List<Long> requests = new ArrayList<>();
        Flux<Integer> guarded = calls.flux(() -> Flux.range(1, 10).doOnRequest(requests::add));
        StepVerifier.create(guarded, 0)
                .expectSubscription()
                .thenRequest(2)
                .expectNext(1, 2)
                .thenRequest(3)
                .expectNext(3, 4, 5)
                .thenCancel()
                .verify();
        assertThat(requests).containsExactly(2L, 3L);
    }

    @Test
    void demandSurvivesARetry() {
        calls.retryAfterFirstElement = true;
        Flux<Integer> guarded = calls.flux(() ->
                attempts.incrementAndGet() == 1 ? Flux.just(1, 2).concatWith(Flux.error(failure)) : Flux.just(3, 4, 5));
        StepVerifier.create(guarded, 3)
                .expectNext(1, 2, 3)
                .thenRequest(1)
                .expectNext(4)
                .thenRequest(1)
                .expectNext(5)
                .verifyComplete();
    }

    @Test
    void aStreamThatHasBegunIsNotRetried() {
        StepVerifier.create(calls.flux(() -> Flux.just(1).concatWith(Flux.error(failure))))
                .expectNext(1)
                .verifyErrorMatches(thrown -> thrown == failure);
        assertOutcome(NOT_RETRYABLE);
    }

    @Test
    void theFallbackOfAStreamThatHasBegunFollowsItsElements() {
        Operation<Publisher<Integer>> operation = new Operation<>() {
            @Override
            public Publisher<Integer> invoke() {
                return Flux.just(1, 2).concatWith(Flux.error(failure));
            }

            @Override
            public Fallback<Publisher<Integer>> fallback() {
                return thrown -> Flux.just(8, 9);
            }
        };
        StepVerifier.create(ReactiveRunner.flux(calls.guards().of("payments"), operation))
                .expectNext(1, 2, 8, 9)
                .verifyComplete();
        assertOutcome(NOT_RETRYABLE);
    }

    @Test
    void aStreamThatHasNotBegunIsRetried() {
        StepVerifier.create(calls.flux(
                        () -> attempts.incrementAndGet() == 1 ? Flux.<Integer>error(failure) : Flux.just(1, 2)))
                .expectNext(1, 2)
                .verifyComplete();
        assertOutcome(RECOVERED);
    }

    @Test
    void resultsOfStreamsAreNotJudged() {
        calls.results = result -> true;
        StepVerifier.create(calls.flux(() -> Flux.just(1))).expectNext(1).verifyComplete();
        assertOutcome(SUCCESS);
    }

    @Test
    void aBrokenJudgeEndsTheCall() {
        var broken = new IllegalStateException("broken");
        calls.results = result -> {
            throw broken;
        };
        StepVerifier.create(calls.mono(() -> Mono.just(attempts.incrementAndGet())))
                .verifyErrorMatches(thrown -> thrown == broken);
        assertThat(attempts).hasValue(1);
        assertOutcome(NOT_RETRYABLE);
    }

    @Test
    void anEmptyMonoMayBeJudged() {
        calls.results = result -> result == null;
        StepVerifier.create(calls.mono(() -> attempts.incrementAndGet() < 3 ? Mono.empty() : Mono.just("there")))
                .expectNext("there")
                .verifyComplete();
    }

    @Test
    void anAttemptMayTimeOut() {
        calls.attemptTimeout = Duration.ofSeconds(2);
        var call = calls.mono(() -> attempts.incrementAndGet() == 1 ? Mono.<String>never() : Mono.just("ok"))
                .toFuture();
        calls.time.advance(Duration.ofSeconds(2));
        assertThat(call).isCompletedWithValue("ok");
        assertOutcome(RECOVERED);
    }

    /** Otherwise the callee would have twice the load just when it is slow. */
    @Test
    void aTimeoutCancelsTheAttemptBeforeTheNextOneStarts() {
        calls.attemptTimeout = Duration.ofSeconds(2);
        calls.delay = Duration.ZERO;
        List<String> events = new ArrayList<>();
        calls.flux(() -> Flux.never()
                        .doOnSubscribe(subscription -> events.add("started"))
                        .doOnCancel(() -> events.add("cancelled")))
                .subscribe(value -> {}, thrown -> events.add("failed"));
        calls.time.advance(Duration.ofSeconds(2));
        assertThat(events).containsExactly("started", "cancelled", "started");
        calls.time.advance(Duration.ofSeconds(2));
        calls.time.advance(Duration.ofSeconds(2));
        assertThat(events.subList(3, events.size())).containsExactly("cancelled", "started", "cancelled", "failed");
    }

    @Test
    void aTimedOutAttemptIsIgnoredWhateverItStillEmits() {
        calls.attemptTimeout = Duration.ofSeconds(2);
        List<Subscriber<? super String>> subscribers = new ArrayList<>();
        Publisher<String> stubborn = subscriber -> {
            subscribers.add(subscriber);
            subscriber.onSubscribe(Operators.emptySubscription());
        };
        var call = calls.mono(() -> Mono.fromDirect(stubborn)).toFuture();
        calls.time.advance(Duration.ofSeconds(2));
        subscribers.get(0).onNext("late");
        subscribers.get(1).onComplete();
        assertThat(call).isCompletedWithValue(null);
    }

    @Test
    void theLastTimeoutSurfaces() {
        calls.attemptTimeout = Duration.ofSeconds(2);
        calls.maxAttempts = 1;
        var call = calls.flux(Flux::<String>never).collectList().toFuture();
        calls.time.advance(Duration.ofSeconds(2));
        assertThat(catchThrowable(call::join)).hasCauseInstanceOf(TimeoutException.class);
        assertOutcome(EXHAUSTED);
    }

    @Test
    void theContextKnowsTheAttempt() {
        List<Integer> seen = new ArrayList<>();
        Mono<String> guarded = calls.mono(() -> Mono.deferContextual(context -> {
            CurrentAttempt current = BackoffReactor.currentAttempt(context).orElseThrow();
            seen.add(current.number());
            return current.isLast() ? Mono.just("ok") : Mono.error(failure);
        }));
        StepVerifier.create(guarded).expectNext("ok").verifyComplete();
        assertThat(seen).containsExactly(1, 2, 3);
    }

    @Test
    void outsideOfACallTheContextKnowsNone() {
        assertThat(Mono.deferContextual(context -> Mono.just(BackoffReactor.currentAttempt(context)))
                        .block())
                .isEmpty();
    }

    /** Three outer attempts of three inner ones would be nine. */
    @Test
    void nestedCallsDoNotMultiplyOnOtherThreads() {
        Mono<String> inner = calls.mono(() -> {
            attempts.incrementAndGet();
            return Mono.error(failure);
        });
        StepVerifier.create(calls.mono(() -> inner.subscribeOn(Schedulers.parallel())))
                .verifyErrorMatches(thrown -> thrown == failure);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void nobodyBlocksAReactorThread() {
        calls.clock = new NonBlockingTime(calls.time);
        StepVerifier.create(calls.mono(() -> attempts.incrementAndGet() < 3 ? Mono.error(failure) : Mono.just("ok"))
                        .subscribeOn(Schedulers.parallel()))
                .expectNext("ok")
                .verifyComplete();
    }

    @Test
    @Timeout(30)
    void delaysPassInRealTime() {
        calls.delay = Duration.ofMillis(1);
        try (var real = new SystemTimeSource(calls.shutdown, Runnable::run)) {
            calls.clock = real;
            StepVerifier.create(calls.mono(() -> attempts.incrementAndGet() < 3 ? Mono.error(failure) : Mono.just(1)))
                    .expectNext(1)
                    .verifyComplete();
        }
    }

    @Test
    void aClosedClockEndsTheCallWithItsOwnFailure() {
        HeldTime closed = new HeldTime();
        closed.closed = true;
        calls.clock = closed;
        StepVerifier.create(calls.mono(() -> Mono.error(failure))).verifyErrorMatches(thrown -> thrown == failure);
        assertOutcome(ABORTED);
    }

    @Test
    void aClosedClockDoesNotKeepCallsThatWaitFirst() {
        HeldTime closed = new HeldTime();
        closed.closed = true;
        calls.clock = closed;
        calls.waitFirst = true;
        StepVerifier.create(calls.mono(() -> Mono.just("ok"))).expectNext("ok").verifyComplete();
        assertOutcome(SUCCESS);
    }

    /** Reactor throws virtual machine errors through us, even a subscriber's after the end of the call. */
    @Test
    void aSubscriberThatBreaksAfterTheEndIsNotCountedAgain() {
        Throwable thrown =
                catchThrowable(() -> calls.mono(() -> Mono.just("ok")).subscribe(value -> {
                    throw new StackOverflowError("in the subscriber");
                }));
        assertThat(thrown).isInstanceOf(StackOverflowError.class);
        assertOutcome(SUCCESS);
    }

    @Test
    void aFallbackThatBreaksHasTheFailureSuppressedOnce() {
        var broken = new IllegalStateException("the same every time");
        Operation<Publisher<String>> operation = new Operation<>() {
            @Override
            public Publisher<String> invoke() throws IOException {
                throw failure;
            }

            @Override
            public Fallback<Publisher<String>> fallback() {
                return thrown -> Mono.error(broken);
            }
        };
        Mono<String> guarded = ReactiveRunner.mono(calls.guards().of("payments"), operation);
        for (int i = 0; i < 20; i++) {
            StepVerifier.create(guarded).verifyErrorMatches(thrown -> thrown == broken);
        }
        assertThat(broken.getSuppressed()).containsExactly(failure);
    }

    private void assertOutcome(Outcome outcome) {
        assertThat(calls.outcomes()).isEqualTo(Map.of(outcome, 1L));
    }
}
