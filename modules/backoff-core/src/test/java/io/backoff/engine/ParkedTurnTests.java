package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.time.SystemTimeSource;
import io.backoff.pace.Lane;
import io.backoff.pace.Pace;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A blocking call that is the first in the queue, and would wait for a long time. */
@Timeout(30)
class ParkedTurnTests {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final Calls calls = new Calls();
    private final SystemTimeSource time = new SystemTimeSource(calls.shutdown, Runnable::run);

    @BeforeEach
    void useTheSystemClock() {
        calls.clock = time;
        calls.pace = Pace.adaptive("payments", 0, Duration.ofHours(2), time.nanoTime());
    }

    @AfterEach
    void close() {
        time.close();
    }

    @Test
    void beginsWhenThePaceIsTurnedOff() throws Exception {
        var call = waiting(null);
        calls.pace.stop();
        assertThat(call.get()).isEqualTo("done");
    }

    @Test
    void endsWhenALongerRetryAfterMakesItTooLate() throws Exception {
        calls.maxElapsed = LONG.multipliedBy(2);
        var call = waiting(null);
        long now = time.nanoTime();
        calls.pace.lane(null).throttled(now, now, Duration.ofHours(1));
        assertThat(call.get()).isInstanceOf(PacedException.class);
        assertThat(calls.pace.waiting()).isZero();
    }

    @Test
    void beginsAtAShutdown() throws Exception {
        var call = waiting(null);
        calls.shutdown.begin();
        assertThat(call.get()).isEqualTo("done");
    }

    /** The pace no longer knows the lane, so it cannot end the wait itself. */
    @Test
    void beginsAtAShutdownEvenIfItsKeyWasForgotten() throws Exception {
        var call = waiting("tenant");
        calls.pace.forget("tenant");
        calls.shutdown.begin();
        assertThat(call.get()).isEqualTo("done");
    }

    @Test
    void endsWhenInterrupted() throws Exception {
        var call = new CompletableFuture<Object>();
        var thread = start(null, call);
        thread.interrupt();
        assertThat(call.get()).isInstanceOf(CancellationException.class);
        thread.join();
        assertThat(calls.pace.waiting()).isZero();
    }

    /** Starts a call that waits for ten minutes, unless it is woken. Its result may be a failure. */
    private CompletableFuture<Object> waiting(String key) {
        var result = new CompletableFuture<Object>();
        start(key, result);
        return result;
    }

    private Thread start(String key, CompletableFuture<Object> result) {
        Lane lane = calls.pace.lane(key);
        long now = time.nanoTime();
        lane.throttled(now, now, LONG);
        lane.throttled(now, now, LONG);
        var guard = calls.guard().withKey(key);
        var thread = new Thread(() -> {
            var failure = catchThrowable(() -> result.complete(BlockingRunner.run(guard, () -> "done")));
            result.complete(failure);
        });
        thread.start();
        await().until(() -> calls.pace.waiting() == 1 && thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }
}
