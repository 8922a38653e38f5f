package io.backoff.engine;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.time.SystemTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Uses the real clock, and delays of an hour that nobody waits for. */
@Timeout(30)
class ShutdownTests {

    private final Calls calls = new Calls();
    private final SystemTimeSource time = new SystemTimeSource(calls.shutdown, Runnable::run);
    private final CountDownLatch asleep = new CountDownLatch(1);

    @BeforeEach
    void sleepAnHour() {
        calls.delay = Calls.constant(Duration.ofHours(1));
        calls.clock = new HookedTime(time, asleep::countDown);
    }

    @AfterEach
    void close() {
        time.close();
    }

    @Test
    void wakesSleepers() throws Exception {
        var failure = new IOException();
        var thrown = CompletableFuture.supplyAsync(() -> catchThrowable(() -> calls.run(new Script(failure))));
        asleep.await();
        calls.shutdown.begin();
        assertThat(thrown.get(20, TimeUnit.SECONDS)).isSameAs(failure);
        assertThat(calls.outcomes()).containsOnlyKeys(ABORTED);
    }

    @Test
    void wakesAnInterruptedSleeper() throws Exception {
        var thrown = new AtomicReference<Throwable>();
        var thread = new Thread(() -> thrown.set(catchThrowable(() -> calls.run(new Script(new IOException())))));
        thread.start();
        asleep.await();
        thread.interrupt();
        thread.join();
        assertThat(thrown.get()).isInstanceOf(IOException.class);
        assertThat(thrown.get().getSuppressed()).hasOnlyElementsOfType(InterruptedException.class);
    }

    @Test
    void letsCallsMakeOneAttempt() throws Throwable {
        calls.waitFirst = true;
        calls.shutdown.begin();
        assertThat(calls.run(new Script("ok"))).isEqualTo("ok");
        assertThat(calls.outcomes()).containsOnlyKeys(SUCCESS);
    }

    @Test
    void endsWhenTheContextStartsAgain() {
        calls.clock = calls.time;
        calls.shutdown.begin();
        calls.shutdown.end();
        catchThrowable(() -> calls.run(new Script(new IOException())));
        assertThat(calls.outcomes()).containsOnlyKeys(EXHAUSTED);
    }

    @Test
    void schedulesOnADaemonThread() throws Exception {
        var thread = new CompletableFuture<Thread>();
        time.schedule(() -> thread.complete(Thread.currentThread()), Duration.ofNanos(1), TimeSource.Purpose.DELAY);
        assertThat(thread.get(20, TimeUnit.SECONDS).isDaemon()).isTrue();
    }
}
