package io.backoff.engine;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.BUDGET_DENIED;
import static io.backoff.policy.Outcome.ELAPSED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.NOT_RETRYABLE;
import static io.backoff.policy.Outcome.OVERLOADED;
import static io.backoff.policy.Outcome.RECOVERED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.PermanentException;
import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.classify.Verdict;
import io.backoff.engine.execution.BlockingRunner;
import io.backoff.policy.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OutcomeTests {

    private final Calls calls = new Calls();

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void everyCallEndsInExactlyOneOutcome(Outcome outcome, int attempts, Consumer<Calls> setting, Script script) {
        setting.accept(calls);
        catchThrowable(() -> calls.run(script));
        assertThat(calls.outcomes()).isEqualTo(Map.of(outcome, 1L));
        assertThat(script.attempts).isEqualTo(attempts);
    }

    static Stream<Arguments> everyCallEndsInExactlyOneOutcome() {
        Consumer<Calls> asIs = calls -> {};
        return Stream.of(
                arguments(SUCCESS, 1, asIs, new Script("ok")),
                arguments(RECOVERED, 3, asIs, new Script(new IOException(), new IOException(), "ok")),
                arguments(EXHAUSTED, 3, asIs, new Script(new IOException())),
                arguments(EXHAUSTED, 3, (Consumer<Calls>) calls -> calls.results = r -> true, new Script("pending")),
                arguments(ELAPSED, 1, maxElapsed(Calls.DELAY.minusNanos(1)), new Script(new IOException())),
                arguments(BUDGET_DENIED, 1, budget(0), new Script(new IOException())),
                arguments(BUDGET_DENIED, 2, budget(1), new Script(new IOException())),
                arguments(NOT_RETRYABLE, 1, asIs, new Script(new PermanentException(new IOException()))),
                arguments(NOT_RETRYABLE, 1, asIs, new Script(new OutOfMemoryError())),
                arguments(NOT_RETRYABLE, 1, asIs, new Script(new StackOverflowError())),
                arguments(NOT_RETRYABLE, 1, asIs, new Script(new NoClassDefFoundError())),
                arguments(NOT_RETRYABLE, 1, asIs, new Script(new AssertionError())),
                arguments(NOT_RETRYABLE, 1, asIs, new Script(new CompletionException(new OutOfMemoryError()))),
                arguments(NOT_RETRYABLE, 2, asIs, new Script(new IOException(), new OutOfMemoryError())),
                arguments(OVERLOADED, 1, verdict(Verdict.overloaded()), new Script(new IOException())),
                arguments(ABORTED, 1, asIs, new Script(new CancellationException())),
                arguments(ABORTED, 2, asIs, new Script(new IOException(), new InterruptedException())),
                arguments(ABORTED, 1, (Consumer<Calls>) calls -> calls.shutdown.begin(), new Script(new Exception())));
    }

    /** A call that cannot be retried spends no token: the budget is checked last. */
    @ParameterizedTest
    @MethodSource
    void takesNoTokenForARetryThatCannotHappen(Consumer<Calls> setting, Script script) {
        calls.budget = RetryBudget.of("payments", new BudgetLimits(0.1, 20, 0, DepositOn.SUCCESS));
        calls.maxAttempts = 1;
        setting.accept(calls);
        catchThrowable(() -> calls.run(script));
        assertThat(calls.budget.tokens()).isEqualTo(20);
    }

    static Stream<Arguments> takesNoTokenForARetryThatCannotHappen() {
        return Stream.of(
                arguments((Consumer<Calls>) calls -> {}, new Script(new IOException())),
                arguments((Consumer<Calls>) calls -> calls.maxAttempts = 3, new Script(new OutOfMemoryError())),
                arguments(maxElapsed(Calls.DELAY.minusNanos(1)), new Script(new IOException())),
                arguments(verdict(Verdict.overloaded()), new Script(new IOException())),
                arguments((Consumer<Calls>) calls -> calls.shutdown.begin(), new Script(new IOException())),
                arguments((Consumer<Calls>) calls -> calls.enabled = false, new Script(new IOException())));
    }

    /** Each check hides the ones that come after it. */
    @ParameterizedTest
    @MethodSource
    void asksInAFixedOrder(Consumer<Calls> setting, Outcome outcome) {
        calls.maxAttempts = 1;
        calls.maxElapsed = Calls.DELAY.minusNanos(1);
        calls.budget = emptyBudget(0);
        setting.accept(calls);
        catchThrowable(() -> calls.run(new Script(new IOException())));
        assertThat(calls.outcomes()).containsOnlyKeys(outcome);
    }

    static Stream<Arguments> asksInAFixedOrder() {
        Consumer<Calls> attemptsLeft = calls -> calls.maxAttempts = 3;
        return Stream.of(
                arguments(verdict(Verdict.notRetryable()), NOT_RETRYABLE),
                arguments((Consumer<Calls>) calls -> {}, EXHAUSTED),
                arguments(attemptsLeft, ELAPSED),
                arguments(attemptsLeft.andThen(maxElapsed(Calls.DELAY)), BUDGET_DENIED));
    }

    @ParameterizedTest(name = "deposit on {0}: {1} retries")
    @MethodSource
    void amplifiesATotalOutageByItsBudgetOnly(DepositOn depositOn, int retries) {
        calls.budget = RetryBudget.of("payments", new BudgetLimits(0.1, 20, 0, depositOn));
        var guard = calls.guard();
        var script = new Script(new IOException());
        for (int i = 0; i < 10_000; i++) {
            catchThrowable(() -> BlockingRunner.run(guard, script));
        }
        assertThat(script.attempts - 10_000).isEqualTo(retries);
    }

    static List<Arguments> amplifiesATotalOutageByItsBudgetOnly() {
        // 1 000 earned per call, but the first deposit meets a full bucket.
        return List.of(arguments(DepositOn.SUCCESS, 20), arguments(DepositOn.CALL, 1_019));
    }

    @Test
    void saysOnTheFailureThatTheBudgetWasEmpty() {
        calls.budget = emptyBudget(0);
        var failure = new IOException();
        var thrown = catchThrowable(() -> calls.run(new Script(failure)));
        assertThat(thrown).isSameAs(failure);
        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(BudgetExhaustedException.class);
        assertThat(thrown.getSuppressed()[0]).hasMessage("Not retried: retry budget 'payments' is empty");
    }

    private static Consumer<Calls> maxElapsed(Duration bound) {
        return calls -> calls.maxElapsed = bound;
    }

    private static Consumer<Calls> verdict(Verdict verdict) {
        return calls -> calls.classifiers.add(failure -> verdict);
    }

    private static Consumer<Calls> budget(int burst) {
        return calls -> calls.budget = emptyBudget(burst);
    }

    private static RetryBudget emptyBudget(int burst) {
        return RetryBudget.of("payments", new BudgetLimits(0, burst, 0, DepositOn.SUCCESS));
    }
}
