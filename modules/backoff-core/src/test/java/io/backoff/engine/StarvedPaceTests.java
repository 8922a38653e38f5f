package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.engine.execution.Stage;
import io.backoff.engine.time.SystemTimeSource;
import io.backoff.pace.Lane;
import io.backoff.pace.Pace;
import io.backoff.pace.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Attempts that wait for their turn while no thread is free to start retries. */
@Timeout(30)
class StarvedPaceTests {

    private final Calls calls = new Calls();

    @Test
    void anAttemptWithoutAThreadDoesNotHoldUpTheOnesBehindIt() throws Exception {
        List<Runnable> waitingForAThread = Collections.synchronizedList(new ArrayList<>());
        try (var time = new SystemTimeSource(calls.shutdown, waitingForAThread::add)) {
            Turn ahead = pace(time);
            var stage = new Stage().returning("first");
            var first = calls.start(stage);
            var second = CompletableFuture.supplyAsync(() -> run("second"));
            await().until(() -> calls.pace.waiting() == 3);
            ahead.leave();
            assertThat(second.get()).isEqualTo("second");
            assertThat(stage.started).as("attempts on the thread of the timer").isEmpty();
            // The turn of the first wakes the second before the first asks for a thread.
            await().until(() -> !waitingForAThread.isEmpty());
            waitingForAThread.get(0).run();
            assertThat(first).isCompletedWithValue("first");
        }
    }

    /** Each attempt blocks its thread with a call that waits behind all the others. */
    @Test
    void attemptsThatWaitForCallsBehindThemEnd() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try (var time = new SystemTimeSource(calls.shutdown, pool)) {
            Turn ahead = pace(time);
            List<CompletableFuture<Object>> outer = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                outer.add(calls.start(() -> CompletableFuture.completedFuture(run("inner"))));
            }
            ahead.leave();
            for (var each : outer) {
                assertThat(each.get(20, TimeUnit.SECONDS)).isEqualTo("inner");
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** Paces at 1,400 per second, and returns a turn that is ahead of all others until it leaves. */
    private Turn pace(SystemTimeSource time) {
        calls.clock = time;
        long now = time.nanoTime();
        calls.pace = Pace.adaptive("payments", 0, Duration.ofHours(2), now);
        Lane lane = calls.pace.lane(null);
        lane.begin(now, 0);
        lane.begin(now, 0);
        lane.throttled(now, now, Duration.ZERO);
        lane.throttled(now, now, Duration.ZERO);
        return lane.begin(now, Long.MAX_VALUE);
    }

    private Object run(String result) {
        try {
            return calls.run(() -> result);
        } catch (Throwable failure) {
            throw new AssertionError(failure);
        }
    }
}
