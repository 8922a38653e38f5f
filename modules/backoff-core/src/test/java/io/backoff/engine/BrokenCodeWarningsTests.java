package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.Verdict;
import io.backoff.engine.BrokenTransactions.Question;
import io.backoff.engine.execution.Stage;
import io.backoff.engine.stats.AttemptRecorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Mockito;

/** User code that breaks does no harm, so only the log shows that it is broken. */
class BrokenCodeWarningsTests {

    private static final IllegalStateException BROKEN = new IllegalStateException("broken");

    @ParameterizedTest
    @MethodSource
    void brokenCodeIsReported(String warning, Consumer<Calls> breaking) {
        var calls = new Calls();
        breaking.accept(calls);
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            catchThrowable(() -> calls.run(new Script(new IOException("down"), "ok")));
            calls.start(new Stage().failing(new IOException("down")).returning("ok"));
            assertThat(lines.all()).anyMatch(line -> line.startsWith("WARNING " + warning));
        }
    }

    static Stream<Arguments> brokenCodeIsReported() {
        String context = "The caller's context could not be propagated";
        String transactions = "The caller's transaction could not be inspected";
        return Stream.of(
                row("A classifier of policy 'payments' failed", calls -> calls.classifiers.add(failure -> fail())),
                row(
                        "Listener " + BrokenCodeWarningsTests.class.getName(),
                        calls -> calls.listeners.add(seen -> fail())),
                row("Listener " + Calls.class.getName(), calls -> calls.log = decision -> fail()),
                row(context, calls -> calls.context = BrokenCodeWarningsTests::fail),
                row(context, calls -> calls.context = () -> BrokenCodeWarningsTests::fail),
                row(context, calls -> calls.context = () -> () -> BrokenCodeWarningsTests::fail),
                row(transactions, calls -> calls.transactions = new BrokenTransactions(Question.ACTIVE, BROKEN)),
                row(transactions, calls -> calls.transactions = new BrokenTransactions(Question.ROLLBACK_ONLY, BROKEN)),
                row("The budget of policy 'payments' failed", calls -> calls.budget = without("recordCall")),
                row("The budget of policy 'payments' failed", calls -> calls.budget = without("recordSuccess")),
                row("The budget of policy 'payments' failed", calls -> calls.budget = without("tryWithdraw")),
                row("A decision on Payments.charge could not", calls -> calls.recorder = new Recorder(false)),
                row("The end of an outage of Payments.charge", calls -> calls.recorder = new Recorder(true)));
    }

    @Test
    void aBrokenClockIsReported() {
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            for (int uses = 1; uses < 15; uses++) {
                var calls = new Calls();
                calls.clock = new BrokenClock(calls.time, uses, BROKEN);
                catchThrowable(() -> calls.run(new Script(new IOException("down"), "ok")));
            }
            assertThat(lines.all())
                    .contains(
                            "WARNING A decision on Payments.charge could not be reported",
                            "WARNING A delay of Payments.charge could not be reported");
        }
    }

    /** A broken meter may fail with every call. */
    @Test
    void brokenMetersAreReportedForThoseWhoAskForDetails() throws Throwable {
        var calls = new Calls();
        calls.meters = new BrokenMeters();
        try (LoggedLines lines = LoggedLines.from(Level.FINE)) {
            calls.run(new Script(new IOException("down"), "ok"));
            assertThat(lines.all())
                    .as("at the beginning, the delay, the retry and the end")
                    .containsExactly(
                            "FINE A meter failed", "FINE A meter failed", "FINE A meter failed", "FINE A meter failed");
        }
    }

    /** A listener that breaks in every call must not flood the log. */
    @Test
    void onlyTheFirstReportIsAWarning() throws Throwable {
        var calls = new Calls();
        calls.listeners.add(decision -> fail());
        List<String> levels = new ArrayList<>();
        try (LoggedLines lines = LoggedLines.from(Level.FINE)) {
            calls.run(new Script(new IOException("down"), "ok"));
            lines.all().forEach(line -> levels.add(line.substring(0, line.indexOf(' '))));
        }
        assertThat(levels).containsExactly("WARNING", "FINE");
    }

    @Test
    void onlyTheFirstReportOfAListenerThatIsPassedToEachCallIsAWarning() {
        var operations = new Calls().operations();
        List<String> lines = new ArrayList<>();
        try (LoggedLines logged = LoggedLines.from(Level.INFO)) {
            for (int i = 0; i < 3; i++) {
                operations.call("payments", () -> "ok", decision -> fail());
            }
            lines.addAll(logged.all());
        }
        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("WARNING Listener " + getClass().getName());
    }

    /** Listeners that fail for different reasons. */
    @Test
    void eachBrokenListenerIsReported() throws Throwable {
        var calls = new Calls();
        calls.listeners.add(new BrokenListener());
        calls.listeners.add(decision -> fail());
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            calls.run(new Script("ok"));
            assertThat(lines.all())
                    .satisfiesExactly(
                            first -> assertThat(first).contains(BrokenListener.class.getName()),
                            second -> assertThat(second).contains("Lambda"));
        }
    }

    private static Arguments row(String warning, Consumer<Calls> breaking) {
        return arguments(warning, breaking);
    }

    /** A budget with one broken method. */
    private static RetryBudget without(String method) {
        return Mockito.mock(
                RetryBudget.class,
                invocation -> invocation.getMethod().getName().equals(method)
                        ? fail()
                        : invocation.getMethod().invoke(RetryBudget.UNLIMITED, invocation.getArguments()));
    }

    private static <T> T fail() {
        throw BROKEN;
    }

    private static final class BrokenListener implements BackoffListener {

        @Override
        public void onDecision(RetryDecision decision) {
            fail();
        }
    }

    /** A recorder that breaks at successes or at failures. */
    private record Recorder(boolean atSuccess) implements AttemptRecorder {

        @Override
        public void succeeded(int attempt, long start) {
            if (atSuccess) {
                fail();
            }
        }

        @Override
        public void failed(int attempt, long start, Verdict verdict, long nanos) {
            if (!atSuccess) {
                fail();
            }
        }
    }
}
