package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.CurrentAttempt;
import io.backoff.policy.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** Calls of another library whose retries may be denied: their outcomes. */
class AdoptedExecutionTests {

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

    /** As a call that a fallback ends. */
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
}
