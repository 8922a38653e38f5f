package io.backoff.engine;

import static io.backoff.engine.Calls.DELAY;
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
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.delay.Delay;
import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.Operation;
import io.backoff.engine.stats.AttemptRecorder;
import io.backoff.engine.stats.CallMeters;
import io.backoff.engine.stats.RecordingMeters;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** How a call ends: its outcome, the result or failure that the caller gets, and what is counted and measured. */
class OutcomeTests {

    private final Calls calls = new Calls();
    private final RecordingMeters meters = new RecordingMeters();

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void everyCallEndsInExactlyOneOutcome(Outcome outcome, int attempts, Consumer<Calls> setting, Script script) {
        setting.accept(calls);
        catchThrowable(() -> calls.run(script));
        assertThat(calls.outcomes()).isEqualTo(Map.of(outcome, 1L));
        assertThat(script.attempts).isEqualTo(attempts);
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

    @Test
    void saysOnTheFailureThatTheBudgetWasEmpty() {
        calls.budget = emptyBudget(0);
        var failure = new IOException();
        var thrown = catchThrowable(() -> calls.run(new Script(failure)));
        assertThat(thrown).isSameAs(failure);
        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(BudgetExhaustedException.class);
        assertThat(thrown.getSuppressed()[0]).hasMessage("Not retried: retry budget 'payments' is empty");
    }

    @Test
    void saysThatOnceOnAFailureOfManyCalls() {
        calls.budget = emptyBudget(0);
        var failure = new IOException();
        for (int i = 0; i < 2; i++) {
            catchThrowable(() -> calls.run(new Script(failure)));
        }
        assertThat(failure.getSuppressed()).singleElement().isInstanceOf(BudgetExhaustedException.class);
    }

    @Test
    void countsAndMeasures() throws Throwable {
        calls.meters = meters;
        assertThat(calls.run(new Script(new IOException("down"), "ok"))).isEqualTo("ok");
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.RECOVERED).containsValue(1L);
        assertThat(meters.events).containsExactly("waited " + DELAY.toNanos(), "retried io", "ended recovered 2");
    }

    @Test
    void countsWhateverHappensToTheMeters() throws Throwable {
        calls.meters = new BrokenMeters();
        assertThat(calls.run(new Script(new IOException("down"), "ok"))).isEqualTo("ok");
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.RECOVERED).containsValue(1L);
    }

    @Test
    void measuresCallsWithMetersOfTheirOwn() throws Throwable {
        calls.meters = new CallMeters() {
            @Override
            public CallMeters begin() {
                return meters;
            }
        };
        calls.run(new Script("ok"));
        assertThat(meters.events).containsExactly("ended success 1");
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.SUCCESS).containsValue(1L);
    }

    @Test
    void throwsTheLastFailureWithTheEarlierOnesInOrder() {
        IOException[] failures = {new IOException("1"), new IOException("2"), new IOException("3")};
        var thrown = catchThrowable(() -> calls.run(new Script((Object[]) failures)));
        assertThat(thrown).isSameAs(failures[2]);
        assertThat(thrown.getSuppressed()).containsExactly(failures[0], failures[1]);
    }

    @Test
    void keepsTheLatestTen() {
        calls.maxAttempts = 100;
        Object[] failures = IntStream.rangeClosed(1, 100)
                .mapToObj(attempt -> new IOException("attempt " + attempt))
                .toArray();
        var thrown = catchThrowable(() -> calls.run(new Script(failures)));
        assertThat(thrown.getSuppressed()).hasSize(10).startsWith((IOException) failures[89]);
    }

    @Test
    void keepsFailuresThatAreEqual() {
        var first = new Equal();
        var thrown = catchThrowable(() -> calls.run(new Script(first, new Equal(), new Equal())));
        assertThat(thrown.getSuppressed()).hasSize(2);
        assertThat(thrown.getSuppressed()[0]).isSameAs(first);
    }

    @Test
    void doesNotSuppressAnInstanceInItself() {
        var same = new IOException();
        var thrown = catchThrowable(() -> calls.run(new Script(same)));
        assertThat(thrown).isSameAs(same).hasNoSuppressedExceptions();
    }

    @Test
    void doesNotGrowAnInstanceThatManyCallsShare() {
        var shared = new IOException("shared");
        for (int i = 0; i < 100; i++) {
            catchThrowable(() -> calls.run(new Script(new IOException(), new IOException(), shared)));
        }
        assertThat(shared.getSuppressed()).hasSize(10);
    }

    @Test
    void showsAnEarlierFailureOnceOnAnInstanceThatManyCallsShare() {
        IOException[] failures = {new IOException("1"), new IOException("2"), new IOException("3")};
        for (int i = 0; i < 2; i++) {
            catchThrowable(() -> calls.run(new Script((Object[]) failures)));
        }
        assertThat(failures[2].getSuppressed()).containsExactly(failures[0], failures[1]);
    }

    @Test
    void tellsTheLogWhereACallTakesPlace() {
        catchThrowable(() -> calls.run(new Operation<>() {
            @Override
            public Object invoke() throws IOException {
                throw new IOException("down");
            }

            @Override
            public String place() {
                return "queue orders";
            }
        }));
        assertThat(calls.places).hasSize(3).containsOnly("queue orders");
        calls.places.clear();
        catchThrowable(() -> calls.run(new Script(new IOException("down"))));
        assertThat(calls.places).hasSize(3).containsOnlyNulls();
    }

    /** A dry run learns from the verdicts which failures other policies would retry. */
    @ParameterizedTest
    @CsvSource({"false, RETRY, NOT_RETRYABLE", "true, OVERLOADED, OVERLOADED"})
    void recordsWhyAnInnerCallEndedAsTheVerdictOfTheOuterOne(
            boolean overloaded, Verdict.Kind ofInner, Verdict.Kind ofOuter) {
        calls.maxAttempts = 1;
        calls.classifiers.add(failure -> overloaded ? Verdict.overloaded() : null);
        List<Verdict.Kind> verdicts = new ArrayList<>();
        calls.recorder = recording(verdict -> verdicts.add(verdict.kind()));
        catchThrowable(() -> calls.run(() -> calls.run(new Script(new IOException("down")))));
        assertThat(verdicts).containsExactly(ofInner, ofOuter);
    }

    @Test
    void recordsAnAttemptThatRanOutOfTimeAsATimeout() {
        calls.maxElapsed = DELAY;
        List<RetryCause> causes = new ArrayList<>();
        calls.recorder = recording(verdict -> causes.add(verdict.cause()));
        var cut = new DeadlineReachedException("cut");
        catchThrowable(() -> calls.run(new Script(cut).taking(DELAY, calls)));
        assertThat(causes).containsExactly(RetryCause.TIMEOUT);
    }

    private static AttemptRecorder recording(Consumer<Verdict> verdicts) {
        return new AttemptRecorder() {
            @Override
            public void succeeded(int attempt, long start) {}

            @Override
            public void failed(int attempt, long start, Verdict verdict, long nanos) {
                verdicts.accept(verdict);
            }
        };
    }

    @Test
    void unwrapsThePermanentException() {
        var cause = new IOException();
        assertThat(catchThrowable(() -> calls.run(new Script(new PermanentException(cause)))))
                .isSameAs(cause);
    }

    @Test
    void unwrapsAPermanentExceptionInAFuturesWrapper() {
        var cause = new IOException();
        var wrapped = new CompletionException(new PermanentException(cause));
        assertThat(catchThrowable(() -> calls.run(new Script(wrapped)))).isSameAs(cause);
    }

    /** The outer call recognizes the failure by its identity. */
    @Test
    void unwrapsAPermanentExceptionOnlyOnce() {
        var script = new Script(new PermanentException(new IOException()) {
            @Override
            public Throwable getCause() {
                return new IOException();
            }
        });
        assertThat(catchThrowable(() -> calls.run(() -> calls.run(script)))).isInstanceOf(IOException.class);
        assertThat(script.attempts).isOne();
    }

    @Test
    void showsEarlierFailuresOnThePermanentOne() {
        var first = new IOException();
        var thrown =
                catchThrowable(() -> calls.run(new Script(first, new PermanentException(new IllegalStateException()))));
        assertThat(thrown).isInstanceOf(IllegalStateException.class).hasSuppressedException(first);
    }

    @Test
    void survivesCausesInACircle() {
        var one = new IllegalStateException("one");
        one.initCause(new IllegalStateException("two", one));
        assertThat(catchThrowable(() -> calls.run(new Script(one)))).isSameAs(one);
        assertThat(calls.time.waits()).hasSize(2);
    }

    @Test
    void retriesARejectedResult() throws Throwable {
        calls.results = "pending"::equals;
        assertThat(calls.run(new Script("pending", "done"))).isEqualTo("done");
        assertThat(calls.outcomes()).containsOnlyKeys(RECOVERED);
    }

    @Test
    void returnsTheLastRejectedResult() throws Throwable {
        calls.results = result -> true;
        assertThat(calls.run(new Script("1", "2", "3"))).isEqualTo("3");
        assertThat(calls.outcomes()).containsOnlyKeys(EXHAUSTED);
    }

    @Test
    void acceptsNull() throws Throwable {
        assertThat(calls.run(new Script((Object) null))).isNull();
    }

    @Test
    void reportsEveryDecisionToListeners() throws Throwable {
        calls.results = "pending"::equals;
        var failure = new IOException();
        calls.run(new Script(failure, "pending", "done"));
        var decisions = calls.decisions.decisions();
        assertThat(decisions).extracting(RetryDecision::attempt).containsExactly(1, 2, 3);
        assertThat(decisions).extracting(RetryDecision::failure).containsExactly(failure, null, null);
        assertThat(decisions).extracting(RetryDecision::result).containsExactly(null, "pending", "done");
        assertThat(decisions).extracting(RetryDecision::retry).containsExactly(true, true, false);
        assertThat(decisions).extracting(RetryDecision::success).containsExactly(false, false, true);
        assertThat(decisions).extracting(RetryDecision::elapsed).last().isEqualTo(Calls.DELAY.multipliedBy(2));
        assertThat(decisions).extracting(RetryDecision::policy).containsOnly("payments");
        assertThat(decisions).extracting(RetryDecision::method).containsOnly("Payments.charge");
    }

    @Test
    void reportsToListenersWhyACallEnds() {
        catchThrowable(() -> calls.run(new Script(new PermanentException(new IOException()))));
        assertThat(calls.decisions.decisions()).singleElement().satisfies(decision -> {
            assertThat(decision.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
            assertThat(decision.failure()).isInstanceOf(IOException.class);
            assertThat(decision.delay()).isZero();
            assertThat(decision.success()).isFalse();
        });
    }

    @Nested
    class WithFallback {

        @Test
        void replacesTheFailure() throws Throwable {
            var script = new Script(new IOException("down")).orElse(Throwable::getMessage);
            assertThat(calls.run(script)).isEqualTo("down");
            assertThat(calls.outcomes()).containsOnlyKeys(EXHAUSTED);
        }

        @Test
        void replacesTheLastRejectedResult() throws Throwable {
            calls.results = result -> true;
            assertThat(calls.run(new Script("pending").orElse(failure -> "failure: " + failure)))
                    .isEqualTo("failure: null");
        }

        @Test
        void isNotAskedAfterASuccess() throws Throwable {
            assertThat(calls.run(new Script(new IOException(), "ok").orElse(failure -> "fallback")))
                    .isEqualTo("ok");
        }

        @Test
        void mayThrowWhatItGot() {
            var script = new Script(new IOException()).orElse(failure -> {
                throw failure;
            });
            assertThat(catchThrowable(() -> calls.run(script))).isInstanceOf(IOException.class);
        }
    }

    @Nested
    class Disabled {

        Disabled() {
            calls.enabled = false;
            calls.waitFirst = true;
        }

        @Test
        void makesOneAttempt() {
            var script = new Script(new IOException());
            catchThrowable(() -> calls.run(script));
            assertThat(script.attempts).isEqualTo(1);
            assertThat(calls.time.waits()).isEmpty();
            assertThat(calls.outcomes()).containsOnlyKeys(NOT_RETRYABLE);
        }

        @Test
        void acceptsAnyResult() throws Throwable {
            calls.results = result -> true;
            calls.run(new Script("pending").orElse(failure -> "fallback"));
            assertThat(calls.outcomes()).containsOnlyKeys(SUCCESS);
        }
    }

    @Nested
    class Endless {

        private static final int MANY = 100_000;

        @Test
        void keepsStackAndMemory() throws Throwable {
            calls.maxAttempts = 0;
            calls.delay = Delay.NONE;
            calls.listeners.clear();
            var attempts = new AtomicInteger();
            var depths = new int[2];
            Operation<Integer> operation = () -> {
                int attempt = attempts.incrementAndGet();
                if (attempt == 1 || attempt == MANY) {
                    depths[attempt / MANY] = new Throwable().getStackTrace().length;
                }
                if (attempt < MANY) {
                    throw new IOException("x".repeat(10_000)); // 1 GB if all were kept
                }
                return attempt;
            };
            assertThat(calls.run(operation)).isEqualTo(MANY);
            assertThat(depths[1]).isEqualTo(depths[0]);
        }
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

    static Stream<Arguments> takesNoTokenForARetryThatCannotHappen() {
        return Stream.of(
                arguments((Consumer<Calls>) calls -> {}, new Script(new IOException())),
                arguments((Consumer<Calls>) calls -> calls.maxAttempts = 3, new Script(new OutOfMemoryError())),
                arguments(maxElapsed(Calls.DELAY.minusNanos(1)), new Script(new IOException())),
                arguments(verdict(Verdict.overloaded()), new Script(new IOException())),
                arguments((Consumer<Calls>) calls -> calls.shutdown.begin(), new Script(new IOException())),
                arguments((Consumer<Calls>) calls -> calls.enabled = false, new Script(new IOException())));
    }

    static Stream<Arguments> asksInAFixedOrder() {
        Consumer<Calls> attemptsLeft = calls -> calls.maxAttempts = 3;
        return Stream.of(
                arguments(verdict(Verdict.notRetryable()), NOT_RETRYABLE),
                arguments((Consumer<Calls>) calls -> {}, EXHAUSTED),
                arguments(attemptsLeft, ELAPSED),
                arguments(attemptsLeft.andThen(maxElapsed(Calls.DELAY)), BUDGET_DENIED));
    }

    static List<Arguments> amplifiesATotalOutageByItsBudgetOnly() {
        // 1 000 earned per call, but the first deposit meets a full bucket.
        return List.of(arguments(DepositOn.SUCCESS, 20), arguments(DepositOn.CALL, 1_019));
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

    private static final class Equal extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean equals(Object other) {
            return other instanceof Equal;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }
}
