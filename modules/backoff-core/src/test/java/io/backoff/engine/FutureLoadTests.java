package io.backoff.engine;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.RECOVERED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.execution.Operation;
import io.backoff.engine.execution.Stage;
import io.backoff.engine.time.SystemTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many attempts, many calls, many threads. */
@Timeout(60)
class FutureLoadTests {

    private static final int MANY = 100_000;

    private final Calls calls = new Calls();
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final IOException failure = new IOException("same every time");

    @AfterEach
    void end() {
        pool.shutdownNow();
    }

    @Test
    void attemptsOnCompletedFuturesDoNotGrowTheStack() {
        var attempts = retryImmediately();
        var call = calls.start(() -> {
            attempts.incrementAndGet();
            return CompletableFuture.failedFuture(failure);
        });
        assertThat(call).isCompletedExceptionally();
        assertThat(attempts).hasValue(MANY);
    }

    @Test
    void attemptsCompletedByAnotherThreadDoNotGrowTheStack() {
        var attempts = retryImmediately();
        var call = calls.start(() -> {
            attempts.incrementAndGet();
            return CompletableFuture.supplyAsync(this::fail, pool);
        });
        assertThat(catchThrowable(() -> call.get(50, TimeUnit.SECONDS))).hasCause(failure);
        assertThat(attempts).hasValue(MANY);
    }

    @Test
    void aCallThatNeverEndsDoesNotKeepItsCaller() {
        assertThat(calls.start(() -> new CompletableFuture<Object>())).isNotDone();
    }

    @Test
    void everyCallHasOneOutcomeWhateverIsCancelled() throws Exception {
        calls.delay = Calls.constant(Duration.ofNanos(200_000));
        calls.attemptTimeout = Duration.ofMillis(20);
        var random = new SplittableRandom(7);
        try (var time = new SystemTimeSource(calls.shutdown, pool)) {
            calls.clock = time;
            List<CompletableFuture<Object>> promises = new ArrayList<>();
            var cancellers = new CountDownLatch(1_000);
            for (int i = 0; i < 1_000; i++) {
                var promise = calls.start(chaos(random.split()));
                promises.add(promise);
                long mercy = random.nextLong(2_000_000);
                boolean cancel = random.nextInt(3) == 0;
                pool.execute(() -> cancelAfter(cancel ? mercy : -1, promise, cancellers));
            }
            cancellers.await();
            for (var each : promises) {
                catchThrowable(() -> each.get(20, TimeUnit.SECONDS));
                assertThat(each).isDone();
            }
        }
        assertThat(calls.outcomes().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(1_000);
        assertThat(calls.outcomes()).containsOnlyKeys(SUCCESS, RECOVERED, EXHAUSTED, ABORTED);
    }

    @Test
    void aThousandDelaysTakeNoThreadEach() {
        calls.delay = Calls.constant(Duration.ofHours(1));
        try (var time = new SystemTimeSource(calls.shutdown, pool)) {
            calls.clock = time;
            calls.start(new Stage().failing(failure));
            int before = Thread.activeCount();
            for (int i = 0; i < 1_000; i++) {
                calls.start(new Stage().failing(failure));
            }
            assertThat(Thread.activeCount()).isLessThanOrEqualTo(before + 1);
        }
    }

    private AtomicInteger retryImmediately() {
        calls.delay = Calls.constant(Duration.ZERO);
        calls.maxAttempts = MANY;
        return new AtomicInteger();
    }

    private Operation<CompletionStage<Object>> chaos(SplittableRandom random) {
        return () -> {
            switch (random.nextInt(6)) {
                case 0 -> {
                    return CompletableFuture.completedFuture("ok");
                }
                case 1 -> throw failure;
                case 2 -> {
                    return CompletableFuture.supplyAsync(this::fail, pool);
                }
                case 3 -> throw new CancellationException();
                case 4 -> {
                    return new CompletableFuture<>();
                }
                default -> {
                    return CompletableFuture.supplyAsync(() -> "ok", pool);
                }
            }
        };
    }

    private static void cancelAfter(long nanos, CompletableFuture<?> promise, CountDownLatch done) {
        if (nanos >= 0) {
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            promise.cancel(true);
        }
        done.countDown();
    }

    private Object fail() {
        throw new CompletionException(failure);
    }
}
