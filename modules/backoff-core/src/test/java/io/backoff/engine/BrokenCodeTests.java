package io.backoff.engine;

import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.NOT_RETRYABLE;
import static io.backoff.policy.Outcome.RECOVERED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.classify.RetryCause;
import io.backoff.engine.execution.FutureRunner;
import io.backoff.engine.execution.Stage;
import io.backoff.engine.stats.CallMeters;
import io.backoff.policy.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** User code and clocks may break at any time, with checked exceptions and errors too: a call that has begun ends with one outcome. */
class BrokenCodeTests {

    private static final StackOverflowError BROKEN = new StackOverflowError();

    private final Calls calls = new Calls();
    private final IOException original = new IOException("original");
    private final IOException failure = new IOException("down");

    @AfterEach
    void nothingIsLeftBehind() {
        assertThat(RetryScopeHolder.current()).isNull();
    }

    @ParameterizedTest
    @MethodSource("anything")
    void classifier(Throwable broken) {
        calls.classifiers.add(failure -> sneak(broken));
        assertThat(catchThrowable(() -> calls.run(new Script(original)))).isSameAs(original);
        assertThat(calls.outcomes()).containsOnlyKeys(NOT_RETRYABLE);
    }

    @ParameterizedTest
    @MethodSource("anything")
    void listener(Throwable broken) throws Throwable {
        calls.listeners.add(0, decision -> sneak(broken));
        assertThat(calls.run(new Script(original, "ok"))).isEqualTo("ok");
        assertThat(calls.decisions.decisions()).hasSize(2);
        assertThat(calls.outcomes()).containsOnlyKeys(RECOVERED);
    }

    @ParameterizedTest
    @MethodSource("anything")
    void log(Throwable broken) {
        calls.log = decision -> sneak(broken);
        assertThat(catchThrowable(() -> calls.run(new Script(original)))).isSameAs(original);
        assertThat(calls.outcomes()).containsOnlyKeys(EXHAUSTED);
    }

    @ParameterizedTest
    @MethodSource("anything")
    void meters(Throwable broken) throws Throwable {
        calls.meters = new BrokenMeters(broken);
        assertThat(calls.run(new Script(original, "ok"))).isEqualTo("ok");
        assertThat(calls.outcomes()).containsOnlyKeys(RECOVERED);
    }

    @ParameterizedTest
    @MethodSource("anything")
    void transactions(Throwable broken) throws Throwable {
        for (var breaking : BrokenTransactions.Question.values()) {
            calls.transactions = new BrokenTransactions(breaking, broken);
            assertThat(calls.run(new Script(original, "ok"))).isEqualTo("ok");
        }
        assertThat(calls.outcomes()).containsOnlyKeys(RECOVERED);
    }

    /** The caller gets the exception of the code that judges the result: the result must not count as accepted. */
    @ParameterizedTest
    @MethodSource("anything")
    void resultRule(Throwable broken) {
        calls.results = result -> sneak(broken);
        var thrown = catchThrowable(() -> calls.run(new Script(original, "ok")));
        assertThat(thrown).isSameAs(broken).hasSuppressedException(original);
        assertThat(calls.outcomes()).containsOnlyKeys(NOT_RETRYABLE);
    }

    @ParameterizedTest
    @MethodSource("anything")
    void fallback(Throwable broken) {
        var script = new Script(original).orElse(failure -> sneak(broken));
        assertThat(catchThrowable(() -> calls.run(script))).isSameAs(broken).hasSuppressedException(original);
        assertThat(calls.outcomes()).containsOnlyKeys(EXHAUSTED);
    }

    @ParameterizedTest
    @MethodSource("uses")
    void blocking(int working) {
        breakAfter(working);
        assertThat(catchThrowable(() -> calls.run(new Script(failure)))).isIn(failure, BROKEN);
        assertOneOutcome();
    }

    @ParameterizedTest
    @MethodSource("uses")
    void blockingWithResult(int working) {
        breakAfter(working);
        calls.results = "pending"::equals;
        catchThrowable(() -> calls.run(new Script("pending", "ok")));
        assertOneOutcome();
    }

    @ParameterizedTest
    @MethodSource("uses")
    void future(int working) {
        breakAfter(working);
        assertEnds(calls.start(new Stage().failing(failure, failure, failure)));
    }

    @ParameterizedTest
    @MethodSource("uses")
    void futureThatRecovers(int working) {
        breakAfter(working);
        CompletableFuture<Object> call =
                calls.start(new Stage().failing(failure).returning("ok"));
        assertThat(call).isDone();
        assertOneOutcome();
    }

    @ParameterizedTest
    @MethodSource("uses")
    void held(int working) throws InterruptedException {
        breakAfter(working);
        assertEnds(FutureRunner.runOnCallingThread(calls.guard(), new Stage().failing(failure, failure, failure)));
    }

    static List<Throwable> anything() {
        return List.of(
                new IllegalStateException("broken"),
                new Exception("checked, as from Kotlin"),
                new AssertionError("broken"),
                new StackOverflowError(),
                new NoClassDefFoundError());
    }

    @SuppressWarnings("unchecked") // The point: the compiler must not see that it is checked.
    private static <T, X extends Throwable> T sneak(Throwable broken) throws X {
        throw (X) broken;
    }

    /** The first use of the clock is at the start of the call. */
    static IntStream uses() {
        return IntStream.range(1, 25);
    }

    private void breakAfter(int working) {
        calls.listeners.clear();
        calls.clock = new BrokenClock(calls.time, working, BROKEN);
    }

    private void assertEnds(CompletableFuture<Object> call) {
        assertThat(call.handle((value, thrown) -> thrown))
                .isCompletedWithValueMatching(thrown -> thrown == failure || thrown == BROKEN);
        assertOneOutcome();
    }

    private void assertOneOutcome() {
        assertThat(calls.outcomes().values()).containsExactly(1L);
    }

    private record BrokenMeters(Throwable broken) implements CallMeters {

        @Override
        public void ended(Outcome outcome, int attempts) {
            sneak(broken);
        }

        @Override
        public void retried(RetryCause cause) {
            sneak(broken);
        }

        @Override
        public void waited(long nanos) {
            sneak(broken);
        }
    }
}
