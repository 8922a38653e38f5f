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
import io.backoff.engine.BudgetExhaustedException;
import io.backoff.engine.RetryDecision;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Retries of another library that are denied or deferred, and what they cost. */
class AdoptedDenialsTests {

    private static final Duration HINT = Duration.ofSeconds(10);

    private final RetriedCalls calls = new RetriedCalls();

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

    private void hints() {
        calls.classifiers.add(thrown -> Verdict.retryAfter(RetryCause.THROTTLED, HINT));
    }

    private static RetryBudget budget(int burst, double ratio, boolean refund) {
        return RetryBudget.of("shared", new BudgetLimits(ratio, burst, 0, DepositOn.SUCCESS, refund));
    }
}
