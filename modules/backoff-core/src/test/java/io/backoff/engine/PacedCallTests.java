package io.backoff.engine;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.ELAPSED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.RECOVERED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.Operation;
import io.backoff.engine.execution.Stage;
import io.backoff.engine.stats.CallMeters;
import io.backoff.engine.stats.RecordingMeters;
import io.backoff.engine.time.SystemTimeSource;
import io.backoff.pace.Pace;
import io.backoff.pace.Pacing;
import io.backoff.pace.Turn;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PacedCallTests {

    /** The time between two turns at 7 per second. */
    private static final Duration PERIOD = Duration.ofNanos(142_857_143);

    private final Calls calls = new Calls();
    private final List<Long> waits = new ArrayList<>();

    @AfterEach
    void clearFlag() {
        Thread.interrupted();
    }

    @Test
    void waitsForItsTurnBeforeTheFirstAttempt() throws Throwable {
        calls.paceAtSeven();
        assertThat(calls.run(() -> "done")).isEqualTo("done");
        assertThat(calls.time.waits()).containsExactly(PERIOD);
        assertThat(calls.outcomes()).isEqualTo(Map.of(SUCCESS, 1L));
    }

    @Test
    void waitsForItsTurnAfterTheDelayOfARetry() throws Throwable {
        calls.paceAtSeven();
        assertThat(calls.run(new Script(new IOException(), "done"))).isEqualTo("done");
        // The turn comes 143 ms after the one before, of which the delay has taken 100 already.
        assertThat(calls.time.waits()).hasSize(3).startsWith(PERIOD, Calls.DELAY);
        assertThat(calls.time.waits().get(2)).isLessThan(Duration.ofMillis(43));
    }

    @Test
    void recordsTheWaitApartFromDelays() throws Throwable {
        calls.meters = new CallMeters() {
            @Override
            public void waited(long nanos) {
                throw new AssertionError("There is no delay");
            }
        };
        calls.paceAtSeven();
        calls.pace.onWait(waits::add);
        calls.run(() -> "done");
        assertThat(waits).containsExactly(PERIOD.toNanos());
    }

    @Test
    void theWaitIsTimeOfTheCall() throws Throwable {
        calls.paceAtSeven();
        var elapsed = new ArrayList<Duration>();
        calls.run(() -> elapsed.add(RetryScopeHolder.current() instanceof CurrentAttempt call ? call.elapsed() : null));
        assertThat(elapsed).containsExactly(PERIOD);
    }

    @Test
    void endsBeforeItsFirstAttemptIfItsTurnComesTooLate() {
        calls.paceAtSeven();
        calls.maxElapsed = PERIOD.minusNanos(1);
        var script = new Script("never");
        assertThat(catchThrowable(() -> calls.run(script)))
                .isInstanceOf(PacedException.class)
                .hasMessageContaining("'payments'");
        assertThat(script.attempts).isZero();
        assertThat(calls.time.waits()).isEmpty();
        assertThat(calls.outcomes()).isEqualTo(Map.of(ELAPSED, 1L));
        assertThat(calls.pace.waiting()).isZero();
    }

    @Test
    void endsWithItsLastFailureIfTheTurnOfItsRetryComesTooLate() {
        calls.paceAtSeven();
        calls.maxElapsed = PERIOD.plus(Calls.DELAY).plusMillis(1);
        var failure = new IOException();
        var script = new Script(failure);
        assertThat(catchThrowable(() -> calls.run(script))).isSameAs(failure);
        assertThat(script.attempts).isEqualTo(1);
        assertThat(calls.outcomes()).isEqualTo(Map.of(ELAPSED, 1L));
    }

    @Test
    void waitsForTheTurnOfARetryThatStillFits() throws Throwable {
        calls.paceAtSeven();
        calls.maxElapsed = Duration.ofSeconds(1);
        calls.run(new Script(new IOException(), "done"));
        assertThat(calls.outcomes()).isEqualTo(Map.of(RECOVERED, 1L));
    }

    @Test
    void timeInAQueueMakesNoTurnTooLate() {
        calls.paceAtSeven();
        calls.maxElapsed = Duration.ofSeconds(10);
        var call = calls.guard().begin();
        long start = calls.time.nanoTime();
        calls.time.advance(Duration.ofSeconds(9));
        call.waitedSince(start, Duration.ZERO);
        calls.pace.lane(null).begin(calls.time.nanoTime(), Long.MAX_VALUE);
        assertThat(call.turn().state()).isEqualTo(Turn.State.WAITING);
    }

    @Test
    void aCallThatNeverRetriesReportsThrottlingToo() {
        calls.paceAtSeven();
        throttling(Duration.ZERO);
        long before = pacing().throttled();
        calls.guard().begin().reportThrottled(new IOException("busy"));
        assertThat(pacing().throttled()).isEqualTo(before + 1);
    }

    @Test
    void fallsBackIfItsTurnComesTooLate() throws Throwable {
        calls.paceAtSeven();
        calls.maxElapsed = PERIOD.minusNanos(1);
        var failures = new ArrayList<Throwable>();
        assertThat(calls.run(new Script("never").orElse(failure -> {
                    failures.add(failure);
                    return "instead";
                })))
                .isEqualTo("instead");
        assertThat(failures).singleElement().isInstanceOf(PacedException.class);
    }

    @Test
    void theDeadlineOfAnEnclosingCallEndsTheWait() throws Throwable {
        calls.maxElapsed = PERIOD.minusNanos(1);
        var outer = calls.guard();
        calls.paceAtSeven();
        calls.maxElapsed = Duration.ZERO;
        var script = new Script("never");
        var inner = calls.guard();
        var thrown = catchThrowable(() -> BlockingRunner.run(outer, () -> BlockingRunner.run(inner, script)));
        assertThat(thrown).isInstanceOf(PacedException.class);
        assertThat(script.attempts).isZero();
    }

    @Test
    void anInterruptBeforeTheFirstAttemptEndsAsInADelay() {
        calls.paceAtSeven();
        calls.clock = new HookedTime(calls.time, Thread.currentThread()::interrupt);
        var script = new Script("never");
        assertThat(catchThrowable(() -> calls.run(script))).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(script.attempts).isZero();
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
        assertThat(calls.pace.waiting()).isZero();
    }

    @Test
    void anInterruptBeforeARetryEndsWithTheLastFailure() {
        calls.paceAtSeven();
        var sleeps = new int[1];
        calls.clock = new HookedTime(calls.time, () -> {
            if (sleeps[0]++ == 2) {
                Thread.currentThread().interrupt();
            }
        });
        var failure = new IOException();
        assertThat(catchThrowable(() -> calls.run(new Script(failure)))).isSameAs(failure);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
        assertThat(calls.pace.waiting()).isZero();
    }

    @Test
    void leavesTheQueueWhenAbandoned() {
        calls.paceAtSeven();
        var abandoned = new boolean[1];
        calls.clock = new HookedTime(calls.time, () -> abandoned[0] = true);
        var script = new Script("never").abandonedIf(() -> abandoned[0]);
        assertThat(catchThrowable(() -> calls.run(script))).isInstanceOf(CancellationException.class);
        assertThat(script.attempts).isZero();
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
        assertThat(calls.pace.waiting()).isZero();
        calls.clock = calls.time;
        calls.time.clear();
        run(new Script("next"));
        assertThat(calls.time.waits()).as("for the turn that nobody took").isEmpty();
    }

    @Test
    void leavesTheQueueWhenAnErrorBreaksOffTheWait() {
        calls.paceAtSeven();
        calls.clock = new ForwardedTime(calls.time) {
            @Override
            public long nanoTime() {
                if (calls.pace.waiting() > 0) {
                    throw new StackOverflowError("just as the wait begins");
                }
                return super.nanoTime();
            }
        };
        assertThat(catchThrowable(() -> calls.run(() -> "done"))).isInstanceOf(StackOverflowError.class);
        assertThat(calls.pace.waiting()).isZero();
    }

    @Test
    void aShutdownLetsTheFirstAttemptBegin() throws Throwable {
        calls.paceAtSeven();
        calls.clock = new HookedTime(calls.time, this::beginShutdown);
        assertThat(calls.run(() -> "done")).isEqualTo("done");
        assertThat(calls.outcomes()).isEqualTo(Map.of(SUCCESS, 1L));
    }

    @Test
    void aShutdownEndsTheWaitOfARetry() {
        calls.paceAtSeven();
        var sleeps = new int[1];
        calls.clock = new HookedTime(calls.time, () -> {
            if (sleeps[0]++ == 2) {
                beginShutdown();
            }
        });
        var failure = new IOException();
        assertThat(catchThrowable(() -> calls.run(new Script(failure)))).isSameAs(failure);
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
    }

    @Test
    void doesNotWaitWhileTheApplicationStops() throws Throwable {
        calls.paceAtSeven();
        calls.shutdown.begin();
        assertThat(calls.run(() -> "done")).isEqualTo("done");
        assertThat(calls.time.waits()).isEmpty();
    }

    @Test
    void aDisabledPolicyIsNotPaced() throws Throwable {
        calls.paceAtSeven();
        calls.enabled = false;
        assertThat(calls.run(() -> "done")).isEqualTo("done");
        assertThat(calls.time.waits()).isEmpty();
    }

    @Test
    void throttledAttemptsBeginPacing() {
        calls.pace = Pace.adaptive("payments", 0.05, Duration.ofSeconds(30), calls.time.nanoTime());
        throttling(Duration.ZERO);
        run(new Script(new IOException()));
        assertThat(pacing().throttled()).isEqualTo(3);
    }

    @Test
    void theLastAttemptIsReportedToo() {
        calls.pace = Pace.adaptive("payments", 0.05, Duration.ofSeconds(30), calls.time.nanoTime());
        calls.maxAttempts = 1;
        throttling(Duration.ZERO);
        run(new Script(new IOException()));
        assertThat(calls.pace.pacing(calls.time.nanoTime())).isEmpty();
        run(new Script(new IOException()));
        assertThat(pacing().throttled()).isEqualTo(2);
        assertThat(calls.outcomes()).isEqualTo(Map.of(EXHAUSTED, 2L));
    }

    @Test
    void aHintClosesTheGateForOthers() throws Throwable {
        calls.paceAtSeven();
        throttling(Duration.ofSeconds(5));
        calls.maxAttempts = 1;
        run(new Script(new IOException()));
        calls.time.clear();
        calls.run(() -> "done");
        assertThat(calls.time.waits()).containsExactly(Duration.ofSeconds(5));
    }

    @Test
    void otherFailuresAreNoThrottling() {
        calls.pace = Pace.adaptive("payments", 0, Duration.ofSeconds(30), calls.time.nanoTime());
        run(new Script(new IOException()));
        assertThat(calls.pace.pacing(calls.time.nanoTime())).isEmpty();
    }

    @Test
    void keysAreLanes() throws Throwable {
        calls.pace = Pace.adaptive("payments", 0, Duration.ofSeconds(30), calls.time.nanoTime());
        calls.throttle(calls.pace.lane("slow"));
        runKeyed("fast");
        calls.run(() -> "without");
        assertThat(calls.time.waits()).isEmpty();
        runKeyed("slow");
        assertThat(calls.time.waits()).containsExactly(PERIOD);
    }

    @Test
    void attemptsBeforeItHaveTheirTurnsFirst() throws Throwable {
        calls.paceAtSeven();
        var lane = calls.pace.lane(null);
        var first = lane.begin(calls.time.nanoTime(), Long.MAX_VALUE);
        var order = new ArrayList<String>();
        first.onSignal(() -> order.add("first"));
        calls.clock = new HookedTime(calls.time, () -> assertThat(order).containsExactly("first"));
        var second = new Thread(() -> {
            try {
                calls.run(() -> order.add("second"));
            } catch (Throwable failure) {
                order.add(failure.toString());
            }
        });
        second.start();
        await().until(() -> calls.pace.waiting() == 2);
        calls.time.advance(PERIOD);
        order.add("first");
        assertThat(first.poll(calls.time.nanoTime())).isEqualTo(Turn.State.BEGUN);
        second.join();
        assertThat(order).containsExactly("first", "second");
    }

    @Nested
    class InsideAnotherCall {

        private final IOException busy = new IOException("busy");
        private final Script throttled = new Script(busy);

        @Test
        void isReportedOnceIfItIsThrottled() {
            begin();
            inARetry(() -> calls.run(throttled));
            assertThat(throttled.attempts).isEqualTo(1);
            assertThat(pacing()).isNull();
        }

        @Test
        void isReportedOnceIfACallWithAnotherKeyIsBetween() {
            begin();
            inARetry(() -> BlockingRunner.run(calls.guard().withKey("other"), () -> calls.run(throttled)));
            assertThat(throttled.attempts).isEqualTo(1);
            assertThat(calls.pace.pacing(calls.time.nanoTime())).isEmpty();
        }

        @Test
        void isReportedOnceIfItIsMadeInAFallback() {
            begin();
            Script failing = new Script(new IOException()).orElse(failure -> calls.run(throttled));
            inARetry(() -> calls.run(failing));
            assertThat(throttled.attempts).isEqualTo(1);
            assertThat(pacing()).isNull();
        }

        @Test
        void isReportedWithEachAttemptOfTheOther() {
            begin();
            inARetry(() -> calls.run(throttled));
            inARetry(() -> calls.run(throttled));
            assertThat(pacing().throttled()).isEqualTo(2);
        }

        private void begin() {
            calls.pace = Pace.adaptive("payments", 0, Duration.ofSeconds(30), calls.time.nanoTime());
            calls.maxAttempts = 2;
            calls.classifiers.add(failure ->
                    failure == busy ? Verdict.retryAfter(RetryCause.THROTTLED, Duration.ofSeconds(10)) : null);
        }

        private void inARetry(Operation<Object> work) {
            Script first = new Script(new IOException());
            assertThat(catchThrowable(() -> calls.run(() -> first.attempts == 0 ? first.invoke() : work.invoke())))
                    .isSameAs(busy);
        }
    }

    @Nested
    class OfAFuture {

        private static final Duration PERIOD = Duration.ofNanos(142_857_143);
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
            var meters = new RecordingMeters();
            calls.meters = meters;
            var failure = new IOException();
            var call = calls.start(stage.failing(failure));
            assertThat(failure(call)).isSameAs(failure);
            assertThat(stage.started).hasSize(1);
            assertThat(meters.events).containsExactly("waited 100000000", "ended elapsed 1");
            assertThat(calls.outcomes()).isEqualTo(Map.of(ELAPSED, 1L));
        }

        @Test
        void waitsOnTheTimerAndLeavesTheQueueWhenCancelled() {
            var time = new StoppedTime();
            calls.paceAtSeven();
            calls.clock = time;
            calls.pace.onWait(waits::add);
            var call = calls.start(stage);
            assertThat(call).isNotDone();
            assertThat(calls.pace.waiting()).isEqualTo(1);
            call.cancel(true);
            assertThat(calls.pace.waiting()).isZero();
            assertThat(time.delays).allMatch(each -> each.cancelled);
            assertThat(waits).as("recorded waits").hasSize(1);
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
        void takesOneTurnForEachAttempt() {
            calls.paceAtSeven();
            var failure = new IOException();
            calls.start(stage.failing(failure, failure, failure));
            assertThat(calls.decisions.decisions())
                    .extracting(RetryDecision::attempt)
                    .containsExactly(1, 2, 3);
            assertThat(stage.started).hasSize(3);
        }

        @Test
        void endsIfItsTurnBecomesTooLateWhileItWaits() {
            calls.paceAtSeven();
            calls.maxElapsed = Duration.ofSeconds(1);
            var lane = calls.pace.lane(null);
            var held = lane.begin(calls.time.nanoTime(), Long.MAX_VALUE);
            var call = calls.start(stage);
            lane.throttled(calls.time.nanoTime(), calls.time.nanoTime(), Duration.ofSeconds(5));
            held.leave();
            assertThat(call).isCompletedExceptionally();
            assertThat(failure(call)).isInstanceOf(PacedException.class);
            assertThat(stage.started).isEmpty();
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
                long now = time.nanoTime();
                calls.clock = time;
                calls.pace = Pace.adaptive("payments", 0, Duration.ofHours(2), now);
                calls.pace.lane(null).throttled(now, now, Duration.ofHours(1));
                calls.pace.lane(null).throttled(now, now, Duration.ofHours(1));
                calls.shutdown.onBegin(calls.pace::leaveAll);
                List<CompletableFuture<Object>> waiting = new ArrayList<>();
                for (int i = 0; i < 1_000; i++) {
                    waiting.add(calls.start(new Stage().returning("done")));
                }
                assertThat(calls.pace.waiting()).isEqualTo(1_000);
                calls.shutdown.begin();
                CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new))
                        .get(20, TimeUnit.SECONDS);
                assertThat(calls.outcomes()).isEqualTo(Map.of(SUCCESS, 1_000L));
            }
        }

        private static Throwable failure(CompletableFuture<?> call) {
            return call.handle((value, thrown) -> thrown).join();
        }
    }

    private void beginShutdown() {
        calls.shutdown.begin();
        calls.pace.leaveAll();
    }

    private void throttling(Duration retryAfter) {
        calls.classifiers.add(failure -> Verdict.retryAfter(RetryCause.THROTTLED, retryAfter));
    }

    private void run(Script script) {
        catchThrowable(() -> calls.run(script));
    }

    private Pacing pacing() {
        return calls.pace.pacing(calls.time.nanoTime()).get(null);
    }

    private void runKeyed(String key) throws Throwable {
        BlockingRunner.run(calls.guard().withKey(key), () -> "done");
    }
}
