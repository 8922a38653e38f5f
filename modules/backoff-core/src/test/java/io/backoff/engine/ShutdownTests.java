package io.backoff.engine;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.execution.Stage;
import io.backoff.engine.time.SystemTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Uses the real clock, and delays of an hour, which the shutdown ends. */
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

    /** Uses the real clock, and delays of an hour, which the shutdown ends. */
    @Timeout(30)
    @Nested
    class OfFutures {

        private final IOException failure = new IOException("original");

        @BeforeEach
        void waitAnHour() {
            calls.delay = Calls.constant(Duration.ofHours(1));
            calls.clock = time;
        }

        @Test
        void completesCallsThatWait() {
            List<CompletableFuture<Object>> waiting = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                waiting.add(calls.start(new Stage().failing(failure)));
            }
            calls.shutdown.begin();
            assertThat(waiting).allMatch(CompletableFuture::isCompletedExceptionally);
            assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1_000L));
        }

        @Test
        void letsCallsMakeOneAttempt() {
            calls.shutdown.begin();
            assertThat(calls.start(new Stage().returning("ok"))).isCompletedWithValue("ok");
            assertThat(calls.outcomes()).containsOnlyKeys(SUCCESS);
        }

        @Test
        void callsThatWaitFirstMakeTheirAttempt() {
            calls.waitFirst = true;
            var call = calls.start(new Stage().returning("ok"));
            calls.shutdown.begin();
            assertThat(call).isCompletedWithValue("ok");
            assertThat(calls.outcomes()).containsOnlyKeys(SUCCESS);
        }

        @Test
        void callsThatWaitFirstAreNotKeptByAClosedClock() {
            calls.waitFirst = true;
            time.close();
            assertThat(calls.start(new Stage().returning("ok"))).isCompletedWithValue("ok");
        }

        /** The delay is decided before the shutdown, but scheduled after it has woken all others. */
        @Test
        void delaysThatComeTooLateEndImmediately() {
            calls.listeners.add(decision -> calls.shutdown.begin());
            var call = calls.start(new Stage().failing(failure));
            assertThat(call.handle((value, thrown) -> thrown).join()).isSameAs(failure);
            assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
        }

        @Test
        void completesCallsWhoseClockIsClosedBetweenDecisionAndDelay() {
            calls.listeners.add(decision -> time.close());
            var call = calls.start(new Stage().failing(failure));
            assertThat(call.handle((value, thrown) -> thrown).join()).isSameAs(failure);
            assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
        }

        @Test
        void attemptsStillTimeOut() throws Exception {
            calls.attemptTimeout = Duration.ofMillis(5);
            calls.maxAttempts = 1;
            calls.shutdown.begin();
            time.close();
            var call = calls.start(new Stage());
            assertThat(call.handle((value, thrown) -> thrown).get(20, TimeUnit.SECONDS))
                    .isInstanceOf(TimeoutException.class);
            assertThat(calls.outcomes().keySet()).isSubsetOf(ABORTED, EXHAUSTED);
        }

        @Test
        void attemptsThatNeverCompleteEndWithTheClock() {
            calls.attemptTimeout = Duration.ofHours(1);
            var stage = new Stage();
            var call = calls.start(stage);
            time.close();
            assertThat(call.handle((value, thrown) -> thrown).join()).isInstanceOf(TimeoutException.class);
            assertThat(stage.last()).isCancelled();
            assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
        }

        @Test
        void attemptsThatCompleteImmediatelyNeedNoClock() {
            calls.attemptTimeout = Duration.ofHours(1);
            time.close();
            assertThat(calls.start(new Stage().returning("ok"))).isCompletedWithValue("ok");
        }

        @Test
        void theThreadsOfTheClockEndAfterWhatTheyHaveToDo() throws Exception {
            var pool = Executors.newSingleThreadExecutor();
            var closed = new SystemTimeSource(calls.shutdown, pool);
            var ran = new CountDownLatch(2);
            closed.schedule(ran::countDown, Duration.ofHours(1), TimeSource.Purpose.DELAY);
            closed.schedule(ran::countDown, Duration.ofHours(1), TimeSource.Purpose.TIMEOUT);
            closed.close();
            assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
            assertThat(ran.getCount()).isZero();
        }
    }
}
