package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.BrokenClock;
import io.backoff.engine.BrokenMeters;
import io.backoff.engine.BudgetExhaustedException;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryDecision;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of another library whose retries may be denied: their outcomes. */
class AdoptedExecutionTests {

    private static final Duration HINT = Duration.ofSeconds(10);

    private final RetriedCalls calls = new RetriedCalls();

    @Test
    void firstAttemptSucceeds() throws Throwable {
        assertThat(calls.retry(calls.governed(), () -> "paid")).isEqualTo("paid");
        calls.assertOutcome(Outcome.SUCCESS, 1);
        assertThat(calls.retries()).isEmpty();
    }

    @Test
    void retrySucceeds() throws Throwable {
        assertThat(calls.retry(calls.governed(), calls.failing(1))).isEqualTo("paid");
        calls.assertOutcome(Outcome.RECOVERED, 2);
        assertThat(calls.retries()).isEqualTo(Map.of(RetryCause.IO, 1L));
    }

    @Test
    void everyAttemptFails() {
        calls.assertFails();
        calls.assertOutcome(Outcome.EXHAUSTED, 3);
        assertThat(calls.retries()).isEqualTo(Map.of(RetryCause.IO, 2L));
        assertThat(calls.failure).hasNoSuppressedExceptions();
    }

    @Test
    void theLibraryDoesNotRetry() {
        calls.maxAttempts = 1;
        calls.assertFails();
        calls.assertOutcome(Outcome.NOT_RETRYABLE, 1);
    }

    @Test
    void anInterruptedAttempt() {
        calls.maxAttempts = 1;
        assertThat(catchThrowable(() -> calls.retry(calls.governed(), () -> {
                    throw new InterruptedException();
                })))
                .isInstanceOf(InterruptedException.class);
        calls.assertOutcome(Outcome.ABORTED, 1);
    }

    @Test
    void anInterruptedWaitOfTheLibrary() {
        AdoptedExecution call = calls.governed();
        catchThrowable(() -> calls.attempt(call, calls.failing(9)));
        Thread.currentThread().interrupt();
        call.over(calls.failure);
        assertThat(Thread.interrupted()).isTrue();
        calls.assertOutcome(Outcome.ABORTED, 1);
    }

    @Test
    void theCallerCancels() {
        AdoptedExecution call = calls.governed();
        catchThrowable(() -> calls.attempt(call, calls.failing(9)));
        call.cancelled();
        call.over(new CancellationException());
        calls.assertOutcome(Outcome.ABORTED, 1);
    }

    @Test
    void theCallerCancelsAStage() {
        AdoptedExecution call = calls.governed();
        call.over(new CancellationException());
        calls.assertOutcome(Outcome.ABORTED, 1);
    }

    @Test
    void aRejectedResultIsRetried() throws Throwable {
        AdoptedExecution call = calls.governed();
        calls.attempt(call, () -> "pending");
        assertThat(calls.attempt(call, () -> "paid")).isEqualTo("paid");
        call.over(null);
        calls.assertOutcome(Outcome.RECOVERED, 2);
        assertThat(calls.retries()).isEqualTo(Map.of(RetryCause.RESULT, 1L));
    }

    /** Which failures are retried is for the library to decide. */
    @Test
    void aFailureThatThePolicyWouldNotRetry() throws Throwable {
        calls.classifiers.add(thrown -> Verdict.notRetryable());
        assertThat(calls.retry(calls.governed(), calls.failing(2))).isEqualTo("paid");
        calls.assertOutcome(Outcome.RECOVERED, 3);
    }

    /** Like a call that ends with a fallback. */
    @Test
    void anotherResultDoesNotHideTheFailure() {
        AdoptedExecution call = calls.governed();
        catchThrowable(() -> calls.attempt(call, calls.failing(9)));
        catchThrowable(() -> calls.attempt(call, calls.failing(9)));
        call.over(null);
        calls.assertOutcome(Outcome.EXHAUSTED, 2);
    }

    @Test
    void attemptsAreNumbered() {
        List<String> seen = new ArrayList<>();
        catchThrowable(() -> calls.retry(calls.governed(), () -> {
            CurrentAttempt current = CurrentAttempt.get().orElseThrow();
            seen.add(current.number() + "/" + current.maxAttempts().orElse(0) + (current.isLast() ? " last " : " ")
                    + current.policy() + " " + current.lastFailure().isPresent());
            throw calls.failure;
        }));
        assertThat(seen).containsExactly("1/3 adopted false", "2/3 adopted true", "3/3 last adopted true");
    }

    @Test
    void aCallContinuesEarlierOnes() throws Throwable {
        AdoptedExecution call = calls.governed();
        call.continues(2, calls.failure);
        assertThat(call.next()).isZero();
        call.begin();
        assertThat(call.call().number()).isEqualTo(3);
        assertThat(call.call().isRetrying()).isTrue();
        call.attemptReturned("paid");
        call.over(null);
        calls.assertOutcome(Outcome.SUCCESS, 1);
        assertThat(calls.retries()).isEqualTo(Map.of(RetryCause.IO, 1L));
    }

    @Test
    void aCallWithoutAnAttemptIsExhausted() {
        calls.governed().over(calls.failure);
        calls.governed().over(null);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.EXHAUSTED, 2L));
    }

    @Test
    void anEmptyBudgetDeniesTheRetry() {
        calls.budget = budget(1, 0, false);
        calls.assertFails();
        calls.assertOutcome(Outcome.BUDGET_DENIED, 2);
        assertThat(calls.retries()).isEqualTo(Map.of(RetryCause.IO, 1L));
        assertThat(calls.budget.withdrawals(Withdrawal.DENIED)).isEqualTo(1);
        assertThat(calls.failure.getSuppressed()).singleElement().isInstanceOf(BudgetExhaustedException.class);
        assertThat(calls.decisions.decisions())
                .extracting(RetryDecision::attempt, RetryDecision::stopReason)
                .containsExactly(tuple(1, null), tuple(2, StopReason.BUDGET_DENIED));
    }

    @Test
    void aDeniedCallStaysDenied() {
        calls.budget = budget(0, 0, false);
        AdoptedExecution call = calls.governed();
        catchThrowable(() -> calls.attempt(call, calls.failing(9)));
        assertThat(call.next()).isNull();
        calls.budget.change(new BudgetLimits(0, 5, 0, DepositOn.SUCCESS));
        calls.budget.refill();
        assertThat(call.next()).isNull();
        assertThatThrownBy(call::repeat).isSameAs(calls.failure);
        assertThat(call.lastThrown()).isSameAs(calls.failure);
        call.over(calls.failure);
        calls.assertOutcome(Outcome.BUDGET_DENIED, 1);
    }

    @Test
    void aRejectedResultIsRepeated() throws Throwable {
        calls.budget = budget(0, 0, false);
        AdoptedExecution call = calls.governed();
        calls.attempt(call, () -> "pending");
        assertThat(calls.attempt(call, () -> "paid")).isEqualTo("pending");
        call.over(null);
        calls.assertOutcome(Outcome.BUDGET_DENIED, 1);
    }

    @Test
    void theCalleeAsksNotToBeCalledAgain() {
        calls.classifiers.add(thrown -> Verdict.overloaded());
        AdoptedExecution call = calls.governed();
        call.next();
        call.begin();
        assertThat(call.attemptFailed(calls.failure))
                .as("known without a retry")
                .isTrue();
        assertThat(call.next()).isNull();
        call.over(calls.failure);
        calls.assertOutcome(Outcome.OVERLOADED, 1);
    }

    @Test
    void aHintIsWaitedForBeyondTheDelayOfTheLibrary() throws Throwable {
        hints();
        calls.retry(calls.governed(), calls.failing(1));
        assertThat(calls.time.waits()).containsExactly(HINT.minus(RetriedCalls.DELAY));
        calls.assertOutcome(Outcome.RECOVERED, 2);
    }

    @Test
    void aHintShorterThanTheDelayOfTheLibraryHasPassed() throws Throwable {
        calls.classifiers.add(thrown -> Verdict.retryAfter(RetryCause.THROTTLED, Duration.ofMillis(99)));
        calls.retry(calls.governed(), calls.failing(1));
        assertThat(calls.time.waits()).isEmpty();
    }

    @Test
    void aHintThatDoesNotFitDeniesTheRetry() {
        hints();
        calls.maxElapsed = Duration.ofSeconds(9);
        calls.assertFails();
        calls.assertOutcome(Outcome.ELAPSED, 1);
        assertThat(calls.time.waits()).isEmpty();
    }

    @Test
    void aHintThatFitsTogetherWithTheDelayOfTheLibrary() throws Throwable {
        hints();
        calls.maxElapsed = HINT;
        calls.retry(calls.governed(), calls.failing(1));
        calls.assertOutcome(Outcome.RECOVERED, 2);
    }

    @Test
    void delaysOfTheLibraryMayExceedTheTimeOfThePolicy() throws Throwable {
        calls.maxElapsed = Duration.ofMillis(1);
        calls.retry(calls.governed(), calls.failing(2));
        calls.assertOutcome(Outcome.RECOVERED, 3);
    }

    @Test
    void anInterruptedHint() {
        hints();
        AdoptedExecution call = calls.governed();
        catchThrowable(() -> calls.attempt(call, calls.failing(9)));
        assertThat(call.next()).isEqualTo(HINT);
        call.interrupted(new InterruptedException());
        assertThat(call.next()).isNull();
        assertThatThrownBy(call::repeat).isSameAs(calls.failure);
        call.over(calls.failure);
        calls.assertOutcome(Outcome.ABORTED, 1);
    }

    @Test
    void successesEarnRetries() throws Throwable {
        calls.budget = budget(2, 1, false);
        assertThat(calls.budget.tryWithdraw(0).granted()).isTrue();
        assertThat(calls.budget.tokens()).isEqualTo(1);
        calls.retry(calls.governed(), () -> "paid");
        assertThat(calls.budget.tokens()).isEqualTo(2);
        calls.retry(calls.governed(), calls.failing(1));
        assertThat(calls.budget.tokens())
                .as("one for the retry, one for the success")
                .isEqualTo(2);
    }

    @Test
    void failuresEarnNothing() {
        calls.budget = budget(4, 1, false);
        calls.assertFails();
        assertThat(calls.budget.tokens()).isEqualTo(2);
    }

    @Test
    void aRetryThatHelpsReturnsItsToken() throws Throwable {
        calls.budget = budget(5, 0, true);
        calls.retry(calls.governed(), calls.failing(2));
        assertThat(calls.budget.tokens()).as("of two retries, one helped").isEqualTo(4);
    }

    @Test
    void callsCountForTheRatio() throws Throwable {
        calls.budget = budget(5, 0, false);
        calls.retry(calls.governed(), calls.failing(1));
        calls.retry(calls.governed(), () -> "paid");
        assertThat(calls.budget.ratio(calls.time.nanoTime())).isEqualTo(0.5);
    }

    @Test
    void aContinuedCallNeedsTheBudget() {
        calls.budget = budget(0, 0, false);
        AdoptedExecution call = calls.governed();
        call.continues(1, calls.failure);
        assertThat(call.next()).isNull();
        assertThatThrownBy(call::repeat).isSameAs(calls.failure);
        call.over(calls.failure);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.BUDGET_DENIED, 1L));
    }

    @Test
    void brokenListenersDoNoHarm() throws Throwable {
        calls.listeners.add(decision -> {
            throw new StackOverflowError();
        });
        calls.log = decision -> {
            throw new AssertionError();
        };
        assertThat(calls.retry(calls.governed(), calls.failing(1))).isEqualTo("paid");
        calls.assertFails();
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.RECOVERED, 1L, Outcome.EXHAUSTED, 1L));
    }

    @Test
    void aBrokenClassifierDoesNoHarm() throws Throwable {
        calls.classifiers.add(thrown -> {
            throw new AssertionError();
        });
        assertThat(calls.retry(calls.governed(), calls.failing(2))).isEqualTo("paid");
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.RECOVERED, 1L));
    }

    @Test
    void brokenMetersDoNoHarm() throws Throwable {
        calls.meters = new BrokenMeters();
        assertThat(calls.retry(calls.governed(), calls.failing(2))).isEqualTo("paid");
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.RECOVERED, 1L));
    }

    /** A broken budget grants nothing: its purpose is to prevent storms. */
    @Test
    void aBrokenBudgetDeniesRetriesOnly() throws Throwable {
        calls.budget = BrokenBudget.create();
        assertThat(calls.retry(calls.governed(), () -> "paid")).isEqualTo("paid");
        calls.assertFails();
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.SUCCESS, 1L, Outcome.BUDGET_DENIED, 1L));
        assertThat(calls.failure.getSuppressed())
                .singleElement()
                .satisfies(denial -> assertThat(denial).hasMessage("Not retried: retry budget 'adopted' is empty"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void aClockThatBreaksDoesNoHarm(int uses) {
        calls.listeners.clear();
        calls.clock = new BrokenClock(calls.time, uses, new IllegalStateException("clock"));
        Throwable thrown = catchThrowable(() -> calls.retry(calls.governed(), calls.failing(1)));
        assertThat(thrown).isIn(null, calls.failure);
        assertThat(calls.outcomes().values()).containsExactly(1L);
    }

    /** The library does not retry: nothing may replace the failure that its caller gets. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aClockThatBreaksReplacesNoFailure(int uses) {
        calls.listeners.clear();
        calls.clock = new BrokenClock(calls.time, uses, new IllegalStateException("clock"));
        assertThat(catchThrowable(() -> calls.retry(calls.governed(), 1, calls.failing(1))))
                .isSameAs(calls.failure);
        assertThat(calls.outcomes().values()).containsExactly(1L);
    }

    /** What was known before a decision that broke is still known after it. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6})
    void aClockThatBreaksForgetsNoAttempts(int uses) {
        calls.listeners.clear();
        calls.clock = new BrokenClock(calls.time, uses, new IllegalStateException("clock"));
        AdoptedExecution call = calls.governed();
        call.continues(5, calls.failure);
        call.next();
        call.begin();
        call.attemptFailed(calls.failure);
        call.next();
        assertThat(call.call().number()).isEqualTo(6);
    }

    private void hints() {
        calls.classifiers.add(thrown -> Verdict.retryAfter(RetryCause.THROTTLED, HINT));
    }

    private static RetryBudget budget(int burst, double ratio, boolean refund) {
        return RetryBudget.of("shared", new BudgetLimits(ratio, burst, 0, DepositOn.SUCCESS, refund));
    }
}
