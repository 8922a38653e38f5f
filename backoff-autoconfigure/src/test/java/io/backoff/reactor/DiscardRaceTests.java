package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.engine.time.SystemTimeSource;
import java.time.Duration;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Cancellations, time limits and results race; nevertheless, each result is received or discarded, and only once. */
class DiscardRaceTests {

    private static final int CALLS = 20_000;

    private final ReactorCalls calls = new ReactorCalls();
    // Each result counts how often it was received or discarded.
    private final Queue<AtomicInteger> results = new ConcurrentLinkedQueue<>();

    @Test
    @Timeout(60)
    void eachResultIsReceivedOrDiscarded() {
        calls.delay = Duration.ofNanos(50_000);
        calls.attemptTimeout = Duration.ofNanos(300_000);
        calls.results = result -> result.hashCode() % 2 == 0;
        var random = new SplittableRandom(11);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        AtomicInteger ended = new AtomicInteger();
        try (var real = new SystemTimeSource(calls.shutdown, pool)) {
            calls.clock = real;
            for (int i = 0; i < CALLS; i++) {
                var subscriber = new Receiver();
                call(random.split())
                        .doOnDiscard(AtomicInteger.class, AtomicInteger::incrementAndGet)
                        .doFinally(signal -> ended.incrementAndGet())
                        .subscribe(subscriber);
                Schedulers.boundedElastic()
                        .schedule(subscriber::cancel, random.nextLong(1_000_000), TimeUnit.NANOSECONDS);
            }
            await().until(() -> ended.get() == CALLS);
            await().untilAsserted(() ->
                    assertThat(results).extracting(AtomicInteger::get).containsOnly(1));
        } finally {
            pool.shutdownNow();
        }
    }

    private Mono<AtomicInteger> call(SplittableRandom random) {
        return calls.mono(() -> Mono.fromDirect(attempt(random.nextLong(600_000))));
    }

    /** An attempt that ignores its cancellation. */
    private Publisher<AtomicInteger> attempt(long nanos) {
        return subscriber -> {
            subscriber.onSubscribe(new Subscription() {
                @Override
                public void request(long number) {}

                @Override
                public void cancel() {}
            });
            Schedulers.parallel()
                    .schedule(
                            () -> {
                                AtomicInteger result = new AtomicInteger();
                                results.add(result);
                                subscriber.onNext(result);
                                subscriber.onComplete();
                            },
                            nanos,
                            TimeUnit.NANOSECONDS);
        };
    }

    private static final class Receiver implements CoreSubscriber<AtomicInteger> {

        private volatile Subscription subscription;

        void cancel() {
            subscription.cancel();
        }

        @Override
        public void onSubscribe(Subscription upstream) {
            subscription = upstream;
            upstream.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(AtomicInteger result) {
            result.incrementAndGet();
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }
}
