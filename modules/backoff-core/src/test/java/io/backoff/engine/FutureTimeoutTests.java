package io.backoff.engine;

import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.RECOVERED;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.execution.Operation;
import io.backoff.engine.execution.Stage;
import io.backoff.engine.stats.RecordingMeters;
import io.backoff.engine.time.SystemTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FutureTimeoutTests {

    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final Calls calls = new Calls();
    private final Stage stage = new Stage();
    private final RecordingMeters meters = new RecordingMeters();

    @BeforeEach
    void limitAttempts() {
        calls.attemptTimeout = LIMIT;
        calls.meters = meters;
    }

    @Test
    void isAFailureThatIsRetried() {
        var call = calls.start(stage);
        calls.time.advance(LIMIT);
        stage.last().complete("late, but in time");
        assertThat(call).isCompletedWithValue("late, but in time");
        assertThat(meters.events).containsExactly("waited 100000000", "retried timeout", "ended recovered 2");
    }

    @Test
    void cancelsTheAttempt() {
        calls.start(stage);
        calls.time.advance(LIMIT);
        assertThat(stage.started.get(0)).isCancelled();
        assertThat(stage.started).hasSize(2);
    }

    /** Otherwise the callee would have twice the load just when it is slow. */
    @Test
    void cancelsBeforeTheNextAttemptStarts() {
        calls.delay = Calls.constant(Duration.ZERO);
        var first = new AtomicReference<CompletableFuture<Object>>();
        var cancelledByThen = new AtomicReference<Boolean>();
        Operation<CompletionStage<Object>> operation = () -> {
            if (first.get() != null) {
                cancelledByThen.compareAndSet(null, first.get().isCancelled());
            }
            first.compareAndSet(null, new CompletableFuture<>());
            return first.get().isDone() ? new CompletableFuture<>() : first.get();
        };
        calls.start(operation);
        calls.time.advance(LIMIT);
        assertThat(cancelledByThen.get()).isTrue();
    }

    @Test
    void surfacesWhenNoAttemptIsLeft() {
        calls.maxAttempts = 1;
        var call = calls.start(stage);
        calls.time.advance(LIMIT);
        assertThat(call).isCompletedExceptionally();
        assertThat(call.handle((value, failure) -> failure).join())
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("attempt-timeout");
        assertThat(calls.outcomes()).containsOnlyKeys(EXHAUSTED);
    }

    @Test
    void maxElapsedIncludesTheStartOfTheAttempt() {
        calls.attemptTimeout = Duration.ZERO;
        calls.maxElapsed = LIMIT;
        var call = calls.start(() -> {
            calls.time.advance(LIMIT.dividedBy(2));
            return stage.invoke();
        });
        calls.time.advance(LIMIT.dividedBy(2));
        assertThat(call).isCompletedExceptionally();
        assertThat(stage.last()).isCancelled();
    }

    /** A policy that waits first makes its first attempt at the end of max-elapsed, if its delay is longer. */
    @Test
    void maxElapsedDoesNotEndAnAttemptThatStartsThen() {
        calls.attemptTimeout = Duration.ZERO;
        calls.maxElapsed = LIMIT;
        calls.waitFirst = true;
        calls.delay = Calls.constant(LIMIT.multipliedBy(2));
        var call = calls.start(stage);
        calls.time.advance(LIMIT);
        stage.last().complete("made");
        assertThat(call).isCompletedWithValue("made");
    }

    @Test
    void isNotForAttemptsThatHaveEnded() {
        var call = calls.start(stage.failing(new IOException()));
        stage.last().complete("ok");
        calls.time.advance(LIMIT.multipliedBy(5));
        assertThat(call).isCompletedWithValue("ok");
        assertThat(stage.started).hasSize(2);
    }

    @Test
    void leavesNothingScheduledBehindASuccess() {
        var time = new StoppedTime();
        calls.clock = time;
        calls.start(stage);
        stage.last().complete("ok");
        assertThat(time.timeouts.get(0).cancelled).isTrue();
    }

    @Test
    void leavesNothingScheduledBehindASuccessThatComesWhileItIsScheduled() {
        var cancelled = new AtomicReference<>(false);
        calls.clock = new ForwardedTime(calls.time) {
            @Override
            public Scheduled schedule(Runnable task, Duration delay, Purpose purpose) {
                stage.last().complete("ok");
                return () -> cancelled.set(true);
            }
        };
        assertThat(calls.start(stage)).isCompletedWithValue("ok");
        assertThat(cancelled.get()).isTrue();
    }

    @Test
    void ignoresWhatATimedOutAttemptStillComesTo() {
        var stubborn = new CompletableFuture<Object>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                return false;
            }
        };
        var attempts = new CompletableFuture<?>[] {stubborn, CompletableFuture.completedFuture("second")};
        var next = new int[1];
        var call = calls.start(
                () -> attempts[next[0]++].thenApply(value -> (Object) value).toCompletableFuture());
        calls.time.advance(LIMIT);
        stubborn.complete("first");
        assertThat(call).isCompletedWithValue("second");
        assertThat(calls.outcomes()).containsOnlyKeys(RECOVERED);
    }

    @Test
    @Timeout(30)
    void worksInRealTime() throws Exception {
        calls.attemptTimeout = Duration.ofMillis(20);
        calls.maxAttempts = 2;
        calls.delay = Calls.constant(Duration.ofMillis(1));
        try (var real = new SystemTimeSource(calls.shutdown, Runnable::run)) {
            calls.clock = real;
            var call = calls.start(stage);
            assertThat(call.handle((value, failure) -> failure).get(20, TimeUnit.SECONDS))
                    .isInstanceOf(TimeoutException.class);
        }
        assertThat(stage.started).hasSize(2).allMatch(CompletableFuture::isCancelled);
    }
}
