package io.backoff.engine.execution;

import static io.backoff.engine.Calls.DELAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import io.backoff.PermanentException;
import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.delay.Growth;
import io.backoff.engine.CallerContext;
import io.backoff.engine.Calls;
import io.backoff.engine.ForwardedTime;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.execution.DurableExecution.Progress;
import io.backoff.engine.stats.RecordingMeters;
import io.backoff.pace.Pace;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** Makes each attempt with a new object, as in another process. */
class DurableExecutionTests {

    private final Calls calls = new Calls();
    private final IOException failure = new IOException("down");

    @Test
    void goesOnWhereTheLastAttemptEnded() {
        calls.delay = Calls.growing(Growth.exponential(DELAY.toNanos(), 2));
        DurableExecution first = started(Progress.NONE);
        assertThat(first.call().number()).isEqualTo(1);
        assertThat(first.call().isRetrying()).isFalse();
        assertThat(first.call().failed(failure).delay()).isEqualTo(DELAY);
        DurableExecution second = started(first.progress());
        assertThat(second.call().number()).isEqualTo(2);
        assertThat(second.call().isRetrying()).isTrue();
        assertThat(second.call().failed(failure).delay()).isEqualTo(DELAY.multipliedBy(2));
        DurableExecution third = started(second.progress());
        assertThat(third.call().failed(failure).stop()).isEqualTo(StopReason.EXHAUSTED);
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.EXHAUSTED).containsValue(1L);
    }

    @Test
    void countsOnceHoweverManyAttempts() {
        DurableExecution first = started(Progress.NONE);
        first.call().failed(failure);
        started(first.progress()).call().succeeded(null);
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.RECOVERED).containsValue(1L);
        assertThat(calls.decisions.decisions()).hasSize(2);
    }

    @Test
    void progressNamesTheCauseOfTheRetry() {
        DurableExecution first = started(Progress.NONE);
        first.call().failed(failure);
        assertThat(first.progress()).isEqualTo(new Progress(1, DELAY.toNanos(), RetryCause.IO, false));
    }

    @Test
    void makesNoAttemptAfterItsTime() {
        calls.maxElapsed = Duration.ofSeconds(1);
        var late = DurableExecution.of(calls.guard(), afterOne(), Duration.ofSeconds(2));
        assertThat(late.isAffordable()).isTrue();
        assertThat(late.start()).isEqualTo(StopReason.ELAPSED);
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.ELAPSED);
    }

    @Test
    void makesNoAttemptBeyondTheLast() {
        var over = DurableExecution.of(calls.guard(), new Progress(3, 0, RetryCause.OTHER, false), Duration.ZERO);
        assertThat(over.isAffordable()).isTrue();
        assertThat(over.start()).isEqualTo(StopReason.EXHAUSTED);
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.EXHAUSTED);
    }

    @Test
    void makesItsFirstAttemptHoweverLate() {
        calls.maxElapsed = Duration.ofSeconds(1);
        assertThat(DurableExecution.of(calls.guard(), Progress.NONE, Duration.ofSeconds(2))
                        .start())
                .isNull();
    }

    @Test
    void endsWithTheFailureThatAnotherProcessHasSeen() {
        DurableExecution.of(calls.guard(), new Progress(3, 0, RetryCause.OTHER, false), Duration.ZERO)
                .start(failure);
        assertThat(calls.decisions.decisions())
                .singleElement()
                .satisfies(end -> assertThat(end.failure()).isSameAs(failure));
    }

    @Test
    void recordsADelayThatHasPassed() {
        RecordingMeters meters = new RecordingMeters();
        calls.meters = meters;
        calls.time.advance(DELAY);
        DurableExecution.of(calls.guard(), afterOne(), Duration.ZERO).waited(DELAY);
        assertThat(meters.events).containsExactly("waited 100000000");
    }

    @Test
    void itsFirstAttemptCountsAsACall() {
        calls.budget = RetryBudget.of("payments", new BudgetLimits(1, 1, 0, DepositOn.CALL));
        calls.budget.tryWithdraw(0);
        started(Progress.NONE);
        assertThat(calls.budget.tokens()).isOne();
    }

    @Test
    void asksTheBudgetWhenARetryIsDue() {
        calls.budget = RetryBudget.of("payments", new BudgetLimits(0, 1, 0, DepositOn.SUCCESS));
        DurableExecution first = DurableExecution.of(calls.guard(), Progress.NONE, Duration.ZERO);
        assertThat(first.isAffordable()).isTrue();
        first.start();
        assertThat(first.call().failed(failure).retry()).isTrue();
        assertThat(calls.budget.withdrawals(Withdrawal.GRANTED)).isZero();
        DurableExecution second = DurableExecution.of(calls.guard(), first.progress(), Duration.ZERO);
        assertThat(second.isAffordable()).isTrue();
        assertThat(second.isAffordable()).isFalse();
        assertThat(second.postponement()).isEqualTo(DELAY);
        assertThat(calls.outcomes()).isEmpty();
    }

    /** Once only: the attempt after that is a retry like any other. */
    @Test
    void waitingForSomebodyElseTakesNothingFromTheBudget() {
        calls.classifiers.add(failure -> failure instanceof IOException ? Verdict.waiting(null) : null);
        calls.budget = RetryBudget.of("payments", new BudgetLimits(0, 1, 0, DepositOn.SUCCESS));
        DurableExecution first = started(Progress.NONE);
        first.call().failed(failure);
        assertThat(first.progress().free()).isTrue();
        DurableExecution second = DurableExecution.of(calls.guard(), first.progress(), Duration.ZERO);
        assertThat(second.isAffordable()).isTrue();
        assertThat(calls.budget.withdrawals(Withdrawal.GRANTED)).isZero();
        second.start();
        second.call().failed(new IllegalStateException("down"));
        assertThat(second.progress().free()).isFalse();
    }

    @Test
    void paysIntoTheBudget() {
        calls.budget = RetryBudget.of("payments", new BudgetLimits(1, 1, 0, DepositOn.SUCCESS));
        var retry = DurableExecution.of(calls.guard(), afterOne(), Duration.ZERO);
        assertThat(retry.isAffordable()).isTrue();
        assertThat(calls.budget.tokens()).isZero();
        retry.start();
        retry.call().succeeded(null);
        assertThat(calls.budget.tokens()).isOne();
    }

    @Test
    void outlastsShutdownCancellationAndCalleesThatWantNoRetry() {
        calls.classifiers.add(failure -> failure instanceof IOException ? Verdict.overloaded() : null);
        calls.shutdown.begin();
        assertThat(started(Progress.NONE).call().failed(failure).retry()).isTrue();
        assertThat(started(Progress.NONE)
                        .call()
                        .failed(new CancellationException())
                        .retry())
                .isTrue();
        assertThat(started(afterOne()).call().failed(new InterruptedException()).retry())
                .isTrue();
    }

    @Test
    void outlastsAnInnerCallThatHasGivenUp() {
        DurableExecution call = started(Progress.NONE);
        call.call().markTerminal(failure, StopReason.EXHAUSTED);
        assertThat(call.call().failed(failure).retry()).isTrue();
    }

    /** The middle call does not retry either, and still reports how the innermost one ended. */
    @Test
    void outlastsACallTwoScopesDeeper() throws Throwable {
        DurableExecution call = started(Progress.NONE);
        CallerContext.Scope scope = RetryScopeHolder.enter(call.call());
        IOException thrown = null;
        try {
            calls.run(() -> calls.run(() -> {
                throw failure;
            }));
        } catch (IOException seen) {
            thrown = seen;
        } finally {
            scope.close();
        }
        assertThat(thrown).isSameAs(failure);
        assertThat(call.call().failed(thrown).retry()).isTrue();
    }

    @Test
    void aPermanentFailureOfAnInnerCallEndsIt() throws Throwable {
        DurableExecution call = started(Progress.NONE);
        CallerContext.Scope scope = RetryScopeHolder.enter(call.call());
        try {
            calls.run(() -> calls.run(() -> {
                throw new PermanentException(failure);
            }));
        } catch (IOException seen) {
            assertThat(call.call().failed(seen).stop()).isEqualTo(StopReason.NOT_RETRYABLE);
        } finally {
            scope.close();
        }
        assertThat(call.progress().attempts()).isOne();
    }

    @Test
    void waitsForItsTurnForASecondAtMost() {
        calls.paceAtSeven();
        DurableExecution soon = DurableExecution.of(calls.guard(), Progress.NONE, Duration.ZERO);
        assertThat(soon.isInTurn()).isTrue();
        assertThat(calls.time.waits()).hasSize(1);
        calls.pace.lane(null).throttled(calls.time.nanoTime(), 0, Duration.ofSeconds(5));
        DurableExecution late = DurableExecution.of(calls.guard(), afterOne(), Duration.ZERO);
        assertThat(late.isInTurn()).isFalse();
        assertThat(late.putOff()).isEqualTo(Duration.ofSeconds(5));
        assertThat(calls.time.waits()).hasSize(1);
        assertThat(calls.outcomes()).isEmpty();
    }

    @Test
    void waitsForTheTurnOfItsFirstAttemptHoweverLateItIs() {
        calls.maxElapsed = Duration.ofSeconds(1);
        calls.paceAtSeven();
        DurableExecution.of(calls.guard(), Progress.NONE, Duration.ZERO).isInTurn();
        assertThat(DurableExecution.of(calls.guard(), Progress.NONE, Duration.ofHours(1))
                        .isInTurn())
                .isTrue();
        assertThat(DurableExecution.of(calls.guard(), afterOne(), Duration.ofHours(1))
                        .start())
                .isEqualTo(StopReason.ELAPSED);
    }

    @Test
    void givesItsTurnBackIfTheBudgetDeniesTheAttempt() {
        calls.paceAtSeven();
        calls.budget = RetryBudget.of("payments", new BudgetLimits(0, 0, 0, DepositOn.SUCCESS));
        DurableExecution denied = DurableExecution.of(calls.guard(), afterOne(), Duration.ZERO);
        assertThat(denied.isInTurn()).isTrue();
        assertThat(denied.isAffordable()).isFalse();
        calls.time.clear();
        DurableExecution first = DurableExecution.of(calls.guard(), Progress.NONE, Duration.ZERO);
        assertThat(first.isInTurn()).isTrue();
        assertThat(calls.time.waits()).isEmpty();
    }

    /** The callee asks for ten seconds, in the second attempt of one call among 40. */
    @Test
    void oneThrottledCallInsideOfARetryDoesNotBeginPacing() {
        calls.pace = Pace.adaptive("payments", 0.05, Duration.ofSeconds(30), calls.time.nanoTime());
        calls.classifiers.add(
                thrown -> thrown == failure ? Verdict.retryAfter(RetryCause.THROTTLED, Duration.ofSeconds(10)) : null);
        for (int i = 0; i < 38; i++) {
            DurableExecution other = DurableExecution.of(calls.guard(), Progress.NONE, Duration.ZERO);
            assertThat(other.isInTurn()).isTrue();
        }
        DurableExecution retry = DurableExecution.of(calls.guard(), afterOne(), Duration.ZERO);
        assertThat(retry.isInTurn()).isTrue();
        retry.start();
        CallerContext.Scope scope = RetryScopeHolder.enter(retry.call());
        Throwable thrown = catchThrowable(() -> calls.run(() -> {
            throw failure;
        }));
        scope.close();
        assertThat(retry.call().failed(thrown).delay()).isEqualTo(Duration.ofSeconds(10));
        assertThat(calls.pace.rate(calls.time.nanoTime())).isNaN();
    }

    /** Of 200 calls per second, the budget denies all but 5, and the callee throttles these. */
    @Test
    void attemptsThatTheBudgetDeniesDoNotCount() {
        calls.pace = Pace.adaptive("payments", 0.05, Duration.ofSeconds(30), calls.time.nanoTime());
        calls.budget = RetryBudget.of("payments", new BudgetLimits(0, 0, 0, DepositOn.SUCCESS));
        calls.classifiers.add(thrown -> Verdict.retry(RetryCause.THROTTLED));
        for (int i = 0; i < 195; i++) {
            calls.time.advance(Duration.ofMillis(5));
            DurableExecution denied = DurableExecution.of(calls.guard(), afterOne(), Duration.ZERO);
            assertThat(denied.isInTurn()).isTrue();
            assertThat(denied.isAffordable()).isFalse();
        }
        List<DurableExecution> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            DurableExecution first = DurableExecution.of(calls.guard(), Progress.NONE, Duration.ZERO);
            assertThat(first.isInTurn()).isTrue();
            first.start();
            made.add(first);
        }
        made.forEach(first -> first.call().failed(failure));
        assertThat(calls.pace.rate(calls.time.nanoTime())).isCloseTo(0.7 * 5, within(0.2));
    }

    @Test
    void waitsForNoTurnIfItHasNoAttemptLeft() {
        calls.paceAtSeven();
        calls.pace.lane(null).throttled(calls.time.nanoTime(), 0, Duration.ofSeconds(5));
        Progress spent = new Progress(calls.maxAttempts, DELAY.toNanos(), RetryCause.IO, false);
        DurableExecution over = DurableExecution.of(calls.guard(), spent, Duration.ZERO);
        assertThat(over.isInTurn()).isTrue();
        assertThat(over.start()).isEqualTo(StopReason.EXHAUSTED);
        assertThat(calls.time.waits()).isEmpty();
    }

    @Test
    void isPostponedIfTheApplicationStopsWhileItWaits() {
        calls.paceAtSeven();
        calls.clock = new ForwardedTime(calls.time) {
            @Override
            public void sleep(Duration delay) {
                calls.shutdown.begin();
                calls.pace.leaveAll();
            }
        };
        assertThat(DurableExecution.of(calls.guard(), Progress.NONE, Duration.ZERO)
                        .isInTurn())
                .isFalse();
    }

    /** The postponement is stored, which an interrupted thread could not do. */
    @Test
    void isPostponedIfItsThreadIsInterruptedWhileItWaits() {
        calls.paceAtSeven();
        Thread.currentThread().interrupt();
        boolean inTurn =
                DurableExecution.of(calls.guard(), Progress.NONE, Duration.ZERO).isInTurn();
        assertThat(Thread.interrupted()).isFalse();
        assertThat(inTurn).isFalse();
    }

    /** A call that was stored long ago still reports that its attempt was throttled. */
    @Test
    void itsFirstAttemptBeginsWhenItStarts() {
        calls.paceAtSeven();
        calls.classifiers.add(thrown -> Verdict.retry(RetryCause.THROTTLED));
        calls.time.advance(Duration.ofSeconds(1));
        DurableExecution late = DurableExecution.of(calls.guard(), Progress.NONE, Duration.ofHours(1));
        assertThat(late.isInTurn()).isTrue();
        late.start();
        double before = calls.pace.rate(calls.time.nanoTime());
        late.call().failed(failure);
        assertThat(calls.pace.rate(calls.time.nanoTime())).isLessThan(before);
    }

    private DurableExecution started(Progress progress) {
        DurableExecution execution = DurableExecution.of(calls.guard(), progress, Duration.ZERO);
        assertThat(execution.start()).isNull();
        return execution;
    }

    private static Progress afterOne() {
        return new Progress(1, DELAY.toNanos(), RetryCause.IO, false);
    }
}
