package io.backoff.engine.execution;

import static io.backoff.engine.execution.ObservedExecutionTests.unchecked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.classify.Verdict;
import io.backoff.engine.Nesting;
import io.backoff.engine.RetryInfo;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Governed calls and own calls inside one another. */
class AdoptedNestingTests {

    private final RetriedCalls calls = new RetriedCalls();
    private final IOException failure = new IOException("down");
    private final AtomicInteger reached = new AtomicInteger();
    private final RecordedScope outer = new RecordedScope();

    private final Callable<Object> failing = () -> {
        reached.incrementAndGet();
        throw failure;
    };

    @Test
    void anExhaustedOwnCallInsideIsNotRetried() {
        assertFails(() -> calls.retry(calls.governed(), () -> own(failing)));
        assertThat(reached).hasValue(3);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.NOT_RETRYABLE, 1L));
        assertThat(calls.ownOutcomes()).isEqualTo(Map.of(Outcome.EXHAUSTED, 1L));
    }

    @Test
    void anExhaustedCallInsideOfAnOwnOneIsNotRetried() {
        assertFails(() -> calls.own(() -> governed(failing)));
        assertThat(reached).hasValue(3);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.EXHAUSTED, 1L));
        assertThat(calls.ownOutcomes()).isEqualTo(Map.of(Outcome.NOT_RETRYABLE, 1L));
    }

    @Test
    void anExhaustedCallInsideOfAnotherIsNotRetried() {
        assertFails(() -> calls.retry(calls.governed(), () -> governed(failing)));
        assertThat(reached).hasValue(3);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.EXHAUSTED, 1L, Outcome.NOT_RETRYABLE, 1L));
    }

    /** "Do not retry" keeps its reason through all calls. */
    @Test
    void anOverloadInsideReachesTheOutermostCall() {
        calls.classifiers.add(thrown -> Verdict.overloaded());
        assertFails(() -> calls.own(() -> governed(() -> own(failing))));
        assertThat(reached).hasValue(1);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.OVERLOADED, 1L));
        assertThat(calls.ownOutcomes()).isEqualTo(Map.of(Outcome.OVERLOADED, 2L));
    }

    @Test
    void aDeniedCallInsideIsNotRetried() {
        calls.budget = RetryBudget.of("shared", new BudgetLimits(0, 1, 0, DepositOn.SUCCESS));
        assertFails(() -> calls.own(() -> governed(failing)));
        assertThat(reached).hasValue(2);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.BUDGET_DENIED, 1L));
    }

    @Test
    void insideARetryThereIsOneAttempt() {
        outer.retrying = true;
        AdoptedExecution call = outer.around(calls::governed);
        assertFails(() -> calls.retry(call, failing));
        assertThat(reached).hasValue(1);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.EXHAUSTED, 1L));
        assertThat(outer.marked).as("it has used up nothing").isEmpty();
        assertThat(call.call().isRetrying()).isTrue();
        assertThat(call.call().isLast()).isTrue();
    }

    @Test
    void insideARetryTheEndIsKnownAtOnce() {
        outer.retrying = true;
        AdoptedExecution call = outer.around(calls::governed);
        call.next();
        call.begin();
        assertThat(call.attemptFailed(failure)).isTrue();
    }

    @Test
    void aCallBeginsOnlyBeforeTheDeadlineOfTheOneOutside() throws Throwable {
        calls.maxElapsed = Duration.ofSeconds(1);
        calls.own(() -> {
            AdoptedExecution call = calls.governed();
            assertThat(call.isTooLate()).isFalse();
            calls.time.advance(Duration.ofSeconds(1));
            assertThat(call.isTooLate()).isTrue();
            assertThat(calls.observed().isTooLate())
                    .as("no observed call is denied")
                    .isFalse();
            return "done";
        });
    }

    @Test
    void theScopeOutsideLearnsHowItEnded() {
        assertFails(() -> calls.retry(outer.around(calls::governed), failing));
        calls.classifiers.add(thrown -> Verdict.overloaded());
        assertFails(() -> calls.retry(outer.around(calls::governed), failing));
        assertThat(outer.marked).containsExactly(StopReason.EXHAUSTED, StopReason.OVERLOADED);
    }

    @Test
    void aFailureThatTheLibraryDoesNotRetryIsNoEndForOthers() {
        calls.maxAttempts = 1;
        assertFails(() -> calls.retry(outer.around(calls::governed), failing));
        assertThat(outer.marked).isEmpty();
    }

    @Test
    void ownCallsInARetryMakeOneAttempt() {
        AtomicInteger attempts = new AtomicInteger();
        assertFails(() -> calls.retry(calls.governed(), () -> {
            if (attempts.incrementAndGet() == 1) {
                throw failure;
            }
            return own(failing);
        }));
        assertThat(reached).as("one in each of two retries").hasValue(2);
    }

    /** The end of an inner call is not the end of a later attempt that fails with the same instance. */
    @Test
    void aFailureThatIsThrownAgainIsRetried() throws Throwable {
        AtomicInteger attempts = new AtomicInteger();
        Object result = calls.retry(calls.governed(), () -> switch (attempts.incrementAndGet()) {
            case 1 -> {
                catchThrowable(() -> own(failing));
                throw new IOException("another");
            }
            case 2 -> throw failure;
            default -> "paid";
        });
        assertThat(result).isEqualTo("paid");
    }

    @Test
    void independentCallsRetryEachOther() {
        calls.nesting = Nesting.INDEPENDENT;
        assertFails(() -> calls.own(() -> governed(() -> own(failing))));
        assertThat(reached).hasValue(27);
    }

    @Test
    void theHeaderOfTheFirstAttemptIsThatOfTheScopeOutside() {
        assertThat(retriesSeen()).containsExactly(Optional.of(1), Optional.of(1));
    }

    @Test
    void independentCallsDoNotPassTheHeaderOn() {
        calls.nesting = Nesting.INDEPENDENT;
        assertThat(retriesSeen()).containsExactly(Optional.empty(), Optional.empty());
    }

    /** The retries that a governed and an own call see in their first attempt, inside the first retry of another. */
    private List<Optional<Integer>> retriesSeen() {
        List<Optional<Integer>> seen = new ArrayList<>();
        AtomicInteger attempts = new AtomicInteger();
        Callable<Object> inner = () -> {
            seen.add(RetriedCalls.scope().retry().map(RetryInfo::previous));
            return "paid";
        };
        catchThrowable(() -> calls.own(() -> {
            if (attempts.incrementAndGet() == 1) {
                throw failure;
            }
            own(inner);
            return governed(inner);
        }));
        return seen;
    }

    private void assertFails(Operation<Object> call) {
        assertThat(catchThrowable(call::invoke)).isSameAs(failure);
    }

    private Object own(Callable<?> target) throws Exception {
        return unchecked(() -> calls.own(target::call));
    }

    private Object governed(Callable<?> target) throws Exception {
        return unchecked(() -> calls.retry(calls.governed(), target));
    }
}
