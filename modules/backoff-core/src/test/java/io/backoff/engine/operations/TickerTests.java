package io.backoff.engine.operations;

import static io.backoff.engine.Calls.DELAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.delay.Growth;
import io.backoff.engine.BackoffHandle;
import io.backoff.engine.Calls;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.LoggedLines;
import io.backoff.engine.StoppedTime;
import io.backoff.engine.time.SystemTimeSource;
import io.backoff.policy.UnknownPolicyException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TickerTests {

    private final Calls calls = new Calls();
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void fiveAttemptsAreFiveRuns() {
        calls.maxAttempts = 5;
        assertThat(tick().done()).isCompletedWithValue(null);
        assertThat(runs).hasValue(5);
        assertThat(calls.time.waits()).containsExactly(DELAY, DELAY, DELAY, DELAY);
    }

    @Test
    void runsOnceUnderADisabledPolicyAndUnderOneThatNeverRepeats() {
        calls.enabled = false;
        tick();
        calls.enabled = true;
        calls.maxAttempts = 1;
        assertThat(tick().done()).isDone();
        assertThat(runs).hasValue(2);
        assertThat(calls.time.waits()).isEmpty();
    }

    @Test
    void waitsFirst() {
        calls.waitFirst = true;
        calls.delay = Calls.growing(Growth.exponential(DELAY.toNanos(), 2));
        tick();
        assertThat(runs).hasValue(3);
        assertThat(calls.time.waits()).containsExactly(DELAY, DELAY.multipliedBy(2), DELAY.multipliedBy(4));
    }

    @Test
    void endsWhereTheNextRunWouldBeTooLate() {
        calls.time.advance(Duration.ofHours(1));
        calls.maxAttempts = 0;
        calls.maxElapsed = Duration.ofMillis(250);
        assertThat(tick().done()).isDone();
        assertThat(runs).hasValue(3);
        assertThat(calls.time.waits()).containsExactly(DELAY, DELAY);
    }

    @Test
    void runsAtLeastOnceWithinMaxElapsed() {
        calls.maxElapsed = Duration.ofMillis(50);
        calls.waitFirst = true;
        tick();
        assertThat(runs).hasValue(1);
        assertThat(calls.time.waits()).containsExactly(Duration.ofMillis(50));
    }

    @Test
    void goesOnAfterAFailure() {
        BackoffHandle ticker = calls.operations().ticker("payments", () -> {
            runs.incrementAndGet();
            throw new IllegalStateException("down");
        });
        assertThat(ticker.done()).isCompletedWithValue(null);
        assertThat(runs).hasValue(3);
    }

    @Test
    void logsWhenItFailsAndWhenItWorksAgain() {
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            calls.operations().ticker("payments", () -> {
                if (runs.incrementAndGet() < 3) {
                    throw new IllegalStateException("down");
                }
            });
            assertThat(lines.all()).hasSize(2);
            assertThat(lines.all().get(0)).startsWith("WARNING A ticker of policy 'payments' failed");
            assertThat(lines.all().get(1)).isEqualTo("INFO A ticker of policy 'payments' works again");
        }
    }

    @Test
    void makesNoRunAfterADelayThatAShutdownHasEnded() {
        var stopped = new StoppedTime();
        calls.clock = stopped;
        tick();
        calls.waitFirst = true;
        tick();
        calls.shutdown.begin();
        stopped.delays.forEach(StoppedTime.Task::run);
        assertThat(runs).as("the one before the shutdown").hasValue(1);
    }

    @Test
    void resetFromWithinStartsTheDelaysOver() {
        calls.maxAttempts = 6;
        calls.delay = Calls.growing(Growth.exponential(DELAY.toNanos(), 2));
        var stopped = new StoppedTime();
        calls.clock = stopped;
        BackoffHandle ticker = tick();
        stopped.delays.get(0).run();
        ticker.reset();
        assertThat(stopped.delays).extracting(each -> each.cancelled).containsExactly(false, true, false);
    }

    @Test
    void resetKeepsARunThatIsDueSooner() {
        var stopped = new StoppedTime();
        calls.clock = stopped;
        tick().reset();
        assertThat(stopped.delays).hasSize(1);
    }

    @Test
    void makesNoRunAfterItWasClosed() {
        var stopped = new StoppedTime();
        calls.clock = stopped;
        BackoffHandle ticker = tick();
        CompletableFuture<Void> done = ticker.done();
        assertThat(done).isNotDone();
        ticker.close();
        ticker.close();
        ticker.reset();
        stopped.delays.get(0).run();
        assertThat(done).isCompletedWithValue(null);
        assertThat(stopped.delays).hasSize(1).allMatch(each -> each.cancelled);
        assertThat(runs).hasValue(1);
    }

    @Test
    void closedByItsOwnTaskEndsAfterTheRun() {
        var stopped = new StoppedTime();
        calls.clock = stopped;
        var handle = new CompletableFuture<BackoffHandle>();
        BackoffHandle ticker = calls.operations().ticker("payments", () -> {
            if (runs.incrementAndGet() == 2) {
                handle.join().close();
                assertThat(handle.join().done()).isNotDone();
            }
        });
        handle.complete(ticker);
        stopped.delays.get(0).run();
        assertThat(ticker.done()).isDone();
        assertThat(stopped.delays).hasSize(1);
    }

    @Test
    void cannotBeEndedByCompletingItsFuture() {
        var stopped = new StoppedTime();
        calls.clock = stopped;
        BackoffHandle ticker = tick();
        ticker.done().cancel(true);
        stopped.delays.get(0).run();
        assertThat(runs).hasValue(2);
    }

    @Test
    void endsWithTheApplication() {
        var time = new SystemTimeSource(calls.shutdown, Runnable::run);
        calls.clock = time;
        calls.delay = Calls.constant(Duration.ofHours(1));
        BackoffHandle waiting = tick();
        calls.shutdown.begin();
        assertThat(waiting.done()).isDone();
        assertThat(tick().done()).isDone();
        assertThat(runs).hasValue(2);
        time.close();
    }

    @Test
    void isNoCallAndTakesNothingFromTheBudget() {
        calls.budget = RetryBudget.of("payments", new BudgetLimits(0, 0, 0, DepositOn.CALL));
        tick();
        assertThat(runs).hasValue(3);
        assertThat(calls.outcomes()).isEmpty();
        assertThat(Stream.of(Withdrawal.values()).mapToLong(calls.budget::withdrawals))
                .containsOnly(0L);
    }

    /** A run is not a retry, so a call that fails in it may be retried. */
    @Test
    void letsWhatFailsInItBeRetried() {
        var attempts = new AtomicInteger();
        calls.operations().ticker("payments", () -> {
            runs.addAndGet(CurrentAttempt.get().isPresent() ? 100 : 1);
            calls.start(() -> CompletableFuture.failedFuture(new IOException("" + attempts.incrementAndGet())));
        });
        assertThat(runs).hasValue(3);
        assertThat(attempts).hasValue(9);
    }

    @Test
    void rejectsAnUnknownPolicy() {
        assertThatExceptionOfType(UnknownPolicyException.class)
                .isThrownBy(() -> calls.operations().ticker("paymets", runs::incrementAndGet));
        assertThat(runs).hasValue(0);
    }

    private BackoffHandle tick() {
        return calls.operations().ticker("payments", runs::incrementAndGet);
    }
}
