package io.backoff.engine;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.ELAPSED;
import static io.backoff.policy.Outcome.RECOVERED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.execution.Stage;
import io.backoff.engine.time.SystemTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PacedFutureTests {

    private static final Duration PERIOD = Duration.ofNanos(142_857_143);

    private final Calls calls = new Calls();
    private final Stage stage = new Stage();

    @Test
    void waitsForItsTurnBeforeEachAttempt() {
        calls.paceAtSeven();
        var call = calls.start(stage.failing(new IOException()).returning("done"));
        assertThat(call).isCompletedWithValue("done");
        assertThat(calls.time.waits()).hasSize(3).startsWith(PERIOD, Calls.DELAY);
        assertThat(calls.outcomes()).isEqualTo(Map.of(RECOVERED, 1L));
    }

    @Test
    void endsWithoutAnAttemptIfItsTurnComesTooLate() {
        calls.paceAtSeven();
        calls.maxElapsed = PERIOD.minusNanos(1);
        var call = calls.start(stage);
        assertThat(call).isCompletedExceptionally();
        assertThat(failure(call)).isInstanceOf(PacedException.class);
        assertThat(stage.started).isEmpty();
        assertThat(calls.outcomes()).isEqualTo(Map.of(ELAPSED, 1L));
    }

    @Test
    void endsWithItsLastFailureIfTheTurnOfItsRetryComesTooLate() {
        calls.paceAtSeven();
        calls.maxElapsed = PERIOD.plus(Calls.DELAY).plusMillis(1);
        var failure = new IOException();
        var call = calls.start(stage.failing(failure));
        assertThat(failure(call)).isSameAs(failure);
        assertThat(stage.started).hasSize(1);
        assertThat(calls.outcomes()).isEqualTo(Map.of(ELAPSED, 1L));
    }

    @Test
    void waitsOnTheTimerAndLeavesTheQueueWhenCancelled() {
        var time = new StoppedTime();
        calls.paceAtSeven();
        calls.clock = time;
        var call = calls.start(stage);
        assertThat(call).isNotDone();
        assertThat(calls.pace.waiting()).isEqualTo(1);
        call.cancel(true);
        assertThat(calls.pace.waiting()).isZero();
        time.delays.forEach(StoppedTime.Task::run);
        assertThat(stage.started).isEmpty();
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
    }

    @Test
    void onlyTheFirstInTheQueueHasATimer() {
        var time = new StoppedTime();
        calls.paceAtSeven();
        calls.clock = time;
        var first = calls.start(stage);
        calls.start(stage);
        calls.start(stage);
        assertThat(time.delays).hasSize(1);
        first.cancel(true);
        assertThat(time.delays).hasSize(2);
    }

    @Test
    void attemptsBeginInOrderOfArrival() {
        calls.paceAtSeven();
        var held = calls.pace.lane(null).begin(calls.time.nanoTime(), Long.MAX_VALUE);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            calls.start(() -> {
                order.add(number);
                return CompletableFuture.completedFuture(number);
            });
        }
        assertThat(order).isEmpty();
        held.leave();
        assertThat(order).containsExactly(0, 1, 2, 3, 4);
        assertThat(calls.outcomes()).isEqualTo(Map.of(SUCCESS, 5L));
    }

    @Test
    @Timeout(30)
    void aShutdownEndsAllWaits() throws Exception {
        try (var time = new SystemTimeSource(calls.shutdown, Runnable::run)) {
            calls.paceAtSeven();
            calls.pace.lane(null).throttled(time.nanoTime(), time.nanoTime(), Duration.ofHours(1));
            calls.clock = time;
            calls.shutdown.onBegin(calls.pace::leaveAll);
            List<CompletableFuture<Object>> waiting = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                waiting.add(calls.start(new Stage().returning("done")));
            }
            calls.shutdown.begin();
            CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
            assertThat(calls.outcomes()).isEqualTo(Map.of(SUCCESS, 1_000L));
        }
    }

    private static Throwable failure(CompletableFuture<?> call) {
        return call.handle((value, thrown) -> thrown).join();
    }
}
