package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.BrokenClock;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.Nesting;
import io.backoff.engine.RetryInfo;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of another library that are only counted. */
class ObservedExecutionTests {

    private final RetriedCalls calls = new RetriedCalls();

    @Test
    void outcomesAreThoseThatCanBeSeen() throws Throwable {
        calls.retry(calls.observed(), calls.failing(0));
        calls.retry(calls.observed(), calls.failing(1));
        assertFails(3);
        assertFails(1);
        calls.observed().cancelled();
        assertThat(calls.outcomes())
                .isEqualTo(Map.of(
                        Outcome.SUCCESS, 1L,
                        Outcome.RECOVERED, 1L,
                        Outcome.EXHAUSTED, 1L,
                        Outcome.NOT_RETRYABLE, 1L,
                        Outcome.ABORTED, 1L));
        assertThat(calls.attempts).containsExactly(1, 2, 3, 1, 1);
        assertThat(calls.retries()).isEqualTo(Map.of(RetryCause.IO, 3L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"overloaded", "hint", "permanent", "broken"})
    void nothingIsDenied(String kind) throws Throwable {
        calls.maxElapsed = Duration.ofMillis(1);
        calls.classifiers.add(thrown -> switch (kind) {
            case "overloaded" -> Verdict.overloaded();
            case "hint" -> Verdict.retryAfter(RetryCause.THROTTLED, Duration.ofHours(1));
            case "permanent" -> Verdict.notRetryable();
            default -> throw new AssertionError();
        });
        assertThat(calls.retry(calls.observed(), calls.failing(2))).isEqualTo("paid");
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.RECOVERED, 1L));
        assertThat(calls.time.waits()).isEmpty();
    }

    @Test
    void listenersHearNothing() {
        assertFails(3);
        assertThat(calls.decisions.decisions()).isEmpty();
    }

    @Test
    void exceptionsStayAsTheyAre() {
        assertFails(3);
        assertThat(calls.failure).hasNoSuppressedExceptions();
    }

    @Test
    void attemptsAreNumbered() {
        List<Integer> seen = new ArrayList<>();
        List<Integer> previous = new ArrayList<>();
        catchThrowable(() -> calls.retry(calls.observed(), () -> {
            seen.add(CurrentAttempt.get().orElseThrow().number());
            RetriedCalls.scope().retry().ifPresent(retry -> previous.add(retry.previous()));
            throw calls.failure;
        }));
        assertThat(seen).containsExactly(1, 2, 3);
        assertThat(previous).as("for the request header").containsExactly(1, 2);
    }

    @Test
    void anOwnCallInsideRetriesAsIfItWereNotThere() {
        assertThat(catchThrowable(() -> calls.retry(calls.observed(), () -> own(calls.failing(99)))))
                .isSameAs(calls.failure);
        assertThat(calls.reached).hasValue(9);
        assertThat(calls.ownOutcomes()).isEqualTo(Map.of(Outcome.EXHAUSTED, 3L));
    }

    @Test
    void allAttemptsAreMadeInsideARetryingCall() {
        calls.classifiers.add(thrown -> Verdict.retry(RetryCause.OTHER));
        assertThat(catchThrowable(() -> calls.own(() -> retryObserved(calls.failing(99)))))
                .isSameAs(calls.failure);
        assertThat(calls.reached).hasValue(9);
    }

    /** Between two own calls, the chain stops as if it were not there. */
    @Test
    void theEndOfAnOwnCallInsideReachesTheOneOutside() {
        assertThat(catchThrowable(() -> calls.own(() -> retryObserved(() -> own(calls.failing(99))))))
                .isSameAs(calls.failure);
        assertThat(calls.reached)
                .as("the library retries, the outer call does not")
                .hasValue(9);
        assertThat(calls.ownOutcomes()).isEqualTo(Map.of(Outcome.EXHAUSTED, 3L, Outcome.NOT_RETRYABLE, 1L));
    }

    @Test
    void anOwnCallInsideARetryOfTheOneOutsideMakesOneAttempt() {
        AtomicInteger outer = new AtomicInteger();
        assertThat(catchThrowable(() -> calls.own(() -> {
                    if (outer.incrementAndGet() == 1) {
                        throw calls.failure;
                    }
                    return retryObserved(() -> own(calls.failing(99)));
                })))
                .isSameAs(calls.failure);
        assertThat(calls.reached)
                .as("two retries of the outer call, three attempts of the library")
                .hasValue(6);
    }

    @Test
    void theHeaderOfTheFirstAttemptIsThatOfTheScopeOutside() {
        calls.nesting = Nesting.INDEPENDENT;
        List<Optional<Integer>> seen = new ArrayList<>();
        catchThrowable(() -> calls.own(() -> {
            retryObserved(() -> seen.add(RetriedCalls.scope().retry().map(RetryInfo::previous)));
            throw calls.failure;
        }));
        assertThat(seen).containsExactly(Optional.empty(), Optional.of(1), Optional.of(2));
    }

    @Test
    void scopesSeeTheOneOutside() {
        RecordedScope outer = new RecordedScope();
        AdoptedExecution call = outer.around(calls::observed);
        call.call().markTerminal(calls.failure, StopReason.OVERLOADED);
        assertThat(outer.marked).containsExactly(StopReason.OVERLOADED);
        assertThat(call.call().terminalReason(calls.failure)).isNull();
        assertThat(call.call().isRetrying()).isFalse();
        outer.retrying = true;
        assertThat(call.call().isRetrying()).isTrue();
    }

    @Test
    void theEndOfTheCallItselfIsNoEndForOthers() {
        RecordedScope outer = new RecordedScope();
        catchThrowable(() -> calls.retry(outer.around(calls::observed), calls.failing(99)));
        assertThat(outer.marked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void aClockThatBreaksDoesNoHarm(int uses) {
        calls.clock = new BrokenClock(calls.time, uses, new IllegalStateException("clock"));
        assertThat(catchThrowable(() -> calls.retry(calls.observed(), calls.failing(1))))
                .isNull();
        assertThat(calls.outcomes().values()).containsExactly(1L);
    }

    private void assertFails(int attempts) {
        assertThat(catchThrowable(() -> calls.retry(calls.observed(), attempts, calls.failing(99))))
                .isSameAs(calls.failure);
    }

    private Object retryObserved(Callable<?> target) throws Exception {
        return unchecked(() -> calls.retry(calls.observed(), target));
    }

    private Object own(Callable<?> target) throws Exception {
        return unchecked(() -> calls.own(target::call));
    }

    static Object unchecked(Operation<Object> operation) throws Exception {
        try {
            return operation.invoke();
        } catch (Exception | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }
}
