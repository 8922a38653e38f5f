package io.backoff.engine;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.EXHAUSTED;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Uses the real clock, and delays of an hour that nobody waits for. */
@Timeout(30)
class FutureShutdownTests {

    private final Calls calls = new Calls();
    private final SystemTimeSource time = new SystemTimeSource(calls.shutdown, Runnable::run);
    private final IOException failure = new IOException("original");

    @BeforeEach
    void waitAnHour() {
        calls.delay = Calls.constant(Duration.ofHours(1));
        calls.clock = time;
    }

    @AfterEach
    void close() {
        time.close();
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
