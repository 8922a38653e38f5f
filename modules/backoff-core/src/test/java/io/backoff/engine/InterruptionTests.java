package io.backoff.engine;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.delay.Delay;
import io.backoff.engine.execution.FutureRunner;
import io.backoff.engine.execution.Stage;
import io.backoff.engine.stats.RecordingMeters;
import io.backoff.policy.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InterruptionTests {

    private final Calls calls = new Calls();
    private final RecordingMeters meters = new RecordingMeters();

    @BeforeEach
    void record() {
        calls.meters = meters;
    }

    @AfterEach
    void clearFlag() {
        Thread.interrupted();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavesTheFlagAsTheTargetLeftIt(boolean flag) {
        var interruption = new InterruptedException();
        var script = new Script(interruption).doing(() -> setFlag(flag));
        assertThat(catchThrowable(() -> calls.run(script))).isSameAs(interruption);
        assertThat(Thread.interrupted()).isEqualTo(flag);
        assertThat(script.attempts).isEqualTo(1);
    }

    @Test
    void endsACallThatSleeps() {
        calls.clock = new HookedTime(calls.time, Thread.currentThread()::interrupt);
        var failure = new IOException();
        var thrown = catchThrowable(() -> calls.run(new Script(failure)));
        assertThat(thrown).isSameAs(failure);
        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(calls.outcomes()).containsOnlyKeys(ABORTED);
    }

    @ParameterizedTest(name = "delay {0}")
    @ValueSource(strings = {"PT0S", "PT0.1S"})
    void doesNotRetryAnInterruptedThread(Duration delay) {
        calls.delay = delay.isZero() ? Delay.NONE : Calls.constant(delay);
        Thread.currentThread().interrupt();
        var script = new Script(new IOException());
        assertThat(catchThrowable(() -> calls.run(script))).isInstanceOf(IOException.class);
        assertThat(script.attempts).isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void endsACallThatIsAbandonedInAnAttempt() {
        var script = new Script(new IOException()).abandonedIf(() -> true);
        assertThat(catchThrowable(() -> calls.run(script))).isInstanceOf(IOException.class);
        assertThat(script.attempts).isEqualTo(1);
        assertThat(calls.time.waits()).isEmpty();
        assertThat(calls.outcomes()).containsExactly(Map.entry(ABORTED, 1L));
    }

    @Test
    void endsACallThatIsAbandonedWhileItWaits() {
        var script = new Script(new IOException());
        script.abandonedIf(() -> !calls.time.waits().isEmpty());
        assertThat(catchThrowable(() -> calls.run(script))).isInstanceOf(IOException.class);
        assertThat(script.attempts).isEqualTo(1);
        assertThat(calls.time.waits()).hasSize(1);
        assertThat(calls.outcomes()).containsExactly(Map.entry(ABORTED, 1L));
    }

    @Test
    void keepsASuccessOfAnInterruptedThread() throws Throwable {
        Thread.currentThread().interrupt();
        assertThat(calls.run(new Script("ok"))).isEqualTo("ok");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(calls.outcomes()).containsOnlyKeys(SUCCESS);
    }

    @Test
    void returnsARejectedResultToAnInterruptedThread() throws Throwable {
        calls.results = result -> true;
        Thread.currentThread().interrupt();
        assertThat(calls.run(new Script("pending"))).isEqualTo("pending");
        assertThat(calls.outcomes()).containsOnlyKeys(ABORTED);
    }

    @Test
    void cancelsACallThatHasNotBegun() {
        calls.waitFirst = true;
        Thread.currentThread().interrupt();
        var script = new Script("ok");
        assertThat(catchThrowable(() -> calls.run(script)))
                .isInstanceOf(CancellationException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(script.attempts).isZero();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(calls.outcomes()).containsOnlyKeys(ABORTED);
    }

    @Test
    void aCallThatHasNotBegunHasMadeNoAttempt() {
        calls.waitFirst = true;
        Thread.currentThread().interrupt();
        catchThrowable(() -> calls.run(new Script("ok")));
        assertAborted(0);
    }

    @Test
    void aCallThatIsAbandonedBeforeItBeginsHasMadeNoAttempt() {
        calls.waitFirst = true;
        catchThrowable(() -> calls.run(new Script("ok").abandonedIf(() -> true)));
        assertAborted(0);
    }

    @Test
    void aCallThatIsInterruptedInADelayHasMadeAnAttempt() {
        Thread.currentThread().interrupt();
        catchThrowable(() -> calls.run(new Script(new IOException())));
        assertAborted(1);
    }

    @ParameterizedTest
    @CsvSource({"true, 0", "false, 1"})
    void aFutureThatIsCancelledBeforeItsFirstAttemptHasMadeNone(boolean waitFirst, int attempts) {
        calls.clock = new StoppedTime();
        calls.waitFirst = waitFirst;
        calls.start(new Stage()).cancel(true);
        assertAborted(attempts);
    }

    @Test
    void aFutureThatIsCancelledInADelayHasMadeAnAttempt() {
        calls.clock = new StoppedTime();
        calls.start(new Stage().failing(new IOException())).cancel(true);
        assertAborted(1);
    }

    @Test
    void cancelsAFutureWhoseThreadWaitsForIt() {
        var stage = new Stage();
        assertThat(catchThrowable(() -> FutureRunner.runOnCallingThread(calls.guard(), () -> {
                    Thread.currentThread().interrupt();
                    return stage.invoke();
                })))
                .isInstanceOf(InterruptedException.class);
        assertThat(stage.last()).isCancelled();
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
    }

    /** The interrupt follows the end of the attempt so closely that the waiting thread usually finds both. */
    @RepeatedTest(50)
    void keepsTheSuccessOfAnAttemptThatEndsBeforeTheInterrupt() throws Exception {
        var stage = new Stage();
        var future = interruptAfter(stage, ended -> ended.complete("paid"));
        assertThat(future).isCompletedWithValue("paid");
        assertThat(calls.outcomes()).isEqualTo(Map.of(SUCCESS, 1L));
        assertThat(stage.started).hasSize(1);
    }

    /** As above: the failure that the caller gets must be the latest. */
    @RepeatedTest(50)
    void keepsTheFailureOfAnAttemptThatEndsBeforeTheInterrupt() throws Exception {
        calls.clock = new StoppedTime();
        var stage = new Stage();
        var failure = new IOException();
        var future = interruptAfter(stage, ended -> ended.completeExceptionally(failure));
        assertThat(future.handle((value, thrown) -> thrown).join()).isSameAs(failure);
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
        assertThat(stage.started).hasSize(1);
    }

    private CompletableFuture<Object> interruptAfter(Stage stage, Consumer<CompletableFuture<Object>> end)
            throws Exception {
        Thread bound = Thread.currentThread();
        var other = new Thread(() -> {
            while (stage.started.isEmpty() || bound.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            end.accept(stage.last());
            bound.interrupt();
        });
        other.start();
        var future = FutureRunner.runOnCallingThread(calls.guard(), stage);
        while (other.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(Thread.interrupted()).isTrue();
        return future;
    }

    @Test
    void endsAFutureWhoseThreadWaitsForADelayWithTheLastFailure() throws Exception {
        calls.clock = new InterruptedDelays(calls.time);
        var first = new IOException("first");
        var failure = new IOException("second");
        calls.delay = Calls.growing(attempt -> attempt == 1 ? 0 : 100);
        var stage = new Stage().failing(first, failure);
        var future = FutureRunner.runOnCallingThread(calls.guard(), stage);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(future.handle((value, thrown) -> thrown).join()).isSameAs(failure);
        assertThat(failure.getSuppressed())
                .hasExactlyElementsOfTypes(InterruptedException.class, IOException.class)
                .contains(first);
        assertThat(stage.started).hasSize(2);
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
        assertThat(calls.decisions.decisions())
                .extracting(RetryDecision::stopReason)
                .containsExactly(null, null, StopReason.ABORTED);
    }

    @Test
    void endsAFutureWhoseThreadWaitsForADelayWithTheLastResult() throws Exception {
        calls.clock = new InterruptedDelays(calls.time);
        calls.results = result -> true;
        assertThat(FutureRunner.runOnCallingThread(calls.guard(), new Stage().returning("pending")))
                .isCompletedWithValue("pending");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
    }

    @Test
    void cancelsAFutureWhoseThreadWaitsForItsFirstDelay() {
        calls.clock = new InterruptedDelays(calls.time);
        calls.waitFirst = true;
        var stage = new Stage();
        assertThat(catchThrowable(() -> FutureRunner.runOnCallingThread(calls.guard(), stage)))
                .isInstanceOf(InterruptedException.class);
        assertThat(stage.started).isEmpty();
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
    }

    @Test
    void doesNotFallBack() {
        var failure = new CancellationException();
        var script = new Script(failure).orElse(ignored -> "fallback");
        assertThat(catchThrowable(() -> calls.run(script))).isSameAs(failure);
    }

    /** Interrupts the current thread instead of ending a delay. */
    private static final class InterruptedDelays extends ForwardedTime {

        InterruptedDelays(TimeSource time) {
            super(time);
        }

        @Override
        public Scheduled schedule(Runnable task, Duration delay, Purpose purpose) {
            Thread.currentThread().interrupt();
            return () -> {};
        }
    }

    private void assertAborted(int attempts) {
        assertThat(meters.events).last().isEqualTo("ended aborted " + attempts);
        assertThat(calls.decisions.decisions())
                .last()
                .extracting(RetryDecision::attempt)
                .isEqualTo(attempts);
    }

    private static void setFlag(boolean flag) {
        if (flag) {
            Thread.currentThread().interrupt();
        }
    }
}
