package io.backoff.reactor;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.RECOVERED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.execution.Operation;
import io.backoff.engine.time.SystemTimeSource;
import io.backoff.policy.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.publisher.PublisherProbe;
import reactor.test.publisher.TestPublisher;

class ReactiveCancellationTests {

    private final ReactorCalls calls = new ReactorCalls();
    private final HeldTime time = new HeldTime();
    private final AtomicInteger attempts = new AtomicInteger();

    @BeforeEach
    void holdTime() {
        calls.clock = time;
    }

    @Test
    void beforeASubscriptionNothingHappens() {
        calls.mono(() -> Mono.just(attempts.incrementAndGet()));
        assertThat(attempts).hasValue(0);
        assertThat(calls.outcomes()).isEmpty();
    }

    @Test
    void whileTheFirstAttemptRuns() {
        PublisherProbe<String> attempt = PublisherProbe.of(Mono.never());
        calls.mono(attempt::mono).subscribe().dispose();
        attempt.assertWasCancelled();
        assertOutcome(ABORTED);
    }

    @Test
    void whileItWaits() {
        failing().subscribe().dispose();
        assertThat(time.cancelled).isTrue();
        time.delay.run();
        assertThat(attempts).hasValue(1);
        assertOutcome(ABORTED);
    }

    @Test
    void whileItWaitsFirst() {
        calls.waitFirst = true;
        failing().subscribe().dispose();
        assertThat(time.cancelled).isTrue();
        assertThat(attempts).hasValue(0);
        assertOutcome(ABORTED);
    }

    @Test
    void whileARetryRuns() {
        PublisherProbe<String> retry = PublisherProbe.of(Mono.never());
        Disposable call = calls.mono(
                        () -> attempts.incrementAndGet() == 1 ? Mono.<String>error(new IOException()) : retry.mono())
                .subscribe();
        time.delay.run();
        call.dispose();
        retry.assertWasCancelled();
        assertOutcome(ABORTED);
    }

    /** The call itself has already ended, and keeps its outcome. */
    @Test
    void whileTheFallbackRuns() {
        calls.maxAttempts = 1;
        PublisherProbe<String> instead = PublisherProbe.of(Mono.never());
        Operation<Publisher<String>> operation = new Operation<>() {
            @Override
            public Publisher<String> invoke() throws IOException {
                throw new IOException();
            }

            @Override
            public Fallback<Publisher<String>> fallback() {
                return failure -> instead.mono();
            }
        };
        ReactiveRunner.mono(calls.guards().of("payments"), operation)
                .subscribe()
                .dispose();
        instead.assertWasCancelled();
        assertOutcome(EXHAUSTED);
    }

    @Test
    void byAListener() {
        var call = new Disposable[1];
        TestPublisher<String> attempt = TestPublisher.create();
        calls.listeners.add(decision -> call[0].dispose());
        call[0] = calls.mono(attempt::mono).subscribe();
        attempt.error(new IOException());
        assertThat(time.delay).isNull();
        assertOutcome(ABORTED);
    }

    @Test
    void ofAStreamThatNeverEndsCountsAsServed() {
        calls.flux(() -> Flux.just(1, 2).concatWith(Flux.never())).take(2).blockLast();
        assertOutcome(SUCCESS);
    }

    @Test
    void ofAStreamAfterARetryCountsAsRecovered() {
        var first = calls.flux(
                        () -> attempts.incrementAndGet() == 1 ? Flux.<Integer>error(new IOException()) : Flux.just(7))
                .take(1)
                .collectList()
                .toFuture();
        time.delay.run();
        assertThat(first).isCompletedWithValue(List.of(7));
        assertOutcome(RECOVERED);
    }

    @Test
    void ofAStreamWithoutAnElementIsAborted() {
        calls.flux(Flux::never).subscribe().dispose();
        assertOutcome(ABORTED);
    }

    @Test
    @Timeout(60)
    void atAnyMomentLeavesOneOutcome() throws Exception {
        calls.delay = Duration.ofNanos(200_000);
        var random = new SplittableRandom(11);
        var pool = Executors.newFixedThreadPool(4);
        try (var real = new SystemTimeSource(calls.shutdown, pool)) {
            calls.clock = real;
            List<CountDownLatch> ends = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                ends.add(cancelSomewhere(random.nextLong(1_500_000), random.split()));
            }
            for (var each : ends) {
                assertThat(each.await(20, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(calls.outcomes().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(1_000);
    }

    private CountDownLatch cancelSomewhere(long mercy, SplittableRandom random) {
        var end = new CountDownLatch(1);
        Disposable call = calls.mono(() -> Mono.fromSupplier(() -> 1)
                        .subscribeOn(Schedulers.parallel())
                        .filter(ignored -> random.nextInt(3) == 0)
                        .switchIfEmpty(Mono.error(new IOException())))
                .doFinally(signal -> end.countDown())
                .subscribe(value -> {}, failure -> {});
        Schedulers.boundedElastic().schedule(call::dispose, mercy, TimeUnit.NANOSECONDS);
        return end;
    }

    private Mono<String> failing() {
        return calls.mono(() -> {
            attempts.incrementAndGet();
            return Mono.error(new IOException());
        });
    }

    private void assertOutcome(Outcome outcome) {
        assertThat(calls.outcomes()).isEqualTo(Map.of(outcome, 1L));
    }
}
