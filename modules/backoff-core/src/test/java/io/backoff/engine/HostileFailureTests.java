package io.backoff.engine;

import static io.backoff.policy.Outcome.EXHAUSTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.engine.execution.DurableExecution;
import io.backoff.engine.execution.DurableExecution.Progress;
import io.backoff.engine.execution.Stage;
import io.backoff.policy.Outcome;
import io.backoff.text.FailureText;
import io.backoff.text.StackTraceText;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever an exception does when it is inspected, the caller gets it, and the call has one outcome. */
@ParameterizedClass
@EnumSource
class HostileFailureTests {

    private final Calls calls = new Calls();

    @Parameter
    private HostileFailure hostile;

    @Test
    void blocking() {
        IOException failure = hostile.create();
        var script = new Script(hostile.create(), hostile.create(), failure);
        assertThat(catchThrowable(() -> calls.run(script)) == failure).isTrue();
        assertThat(script.attempts).isEqualTo(3);
        assertCounted(EXHAUSTED);
    }

    @Test
    void future() {
        IOException failure = hostile.create();
        assertThat(endOf(calls.start(new Stage().failing(hostile.create(), hostile.create(), failure))) == failure)
                .isTrue();
        assertCounted(EXHAUSTED);
    }

    @Test
    void futureThatThrows() {
        IOException failure = hostile.create();
        assertThat(endOf(calls.start(() -> {
                            throw failure;
                        }))
                        == failure)
                .isTrue();
        assertCounted(EXHAUSTED);
    }

    @Test
    void stored() {
        calls.maxAttempts = 1;
        IOException failure = hostile.create();
        var execution = DurableExecution.of(calls.guard(), Progress.NONE, Duration.ZERO);
        execution.start();
        assertThat(execution.call().failed(failure).retry()).isFalse();
        assertThat(execution.call().failure(failure) == failure).isTrue();
        assertCounted(EXHAUSTED);
    }

    @Test
    void nested() {
        IOException failure = hostile.create();
        var script = new Script(failure);
        assertThat(catchThrowable(() -> calls.run(() -> calls.run(script))) == failure)
                .isTrue();
        assertThat(script.attempts).isEqualTo(3);
        assertThat(calls.outcomes().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(2);
    }

    @Test
    void withoutBudget() {
        calls.budget = RetryBudget.of("payments", new BudgetLimits(0, 0, 0, DepositOn.SUCCESS));
        IOException failure = hostile.create();
        assertThat(catchThrowable(() -> calls.run(new Script(failure))) == failure)
                .isTrue();
        assertCounted(Outcome.BUDGET_DENIED);
    }

    @Test
    void ofAListener() throws Throwable {
        calls.listeners.add(decision -> HostileFailureTests.<RuntimeException>sneak(hostile.create()));
        assertThat(calls.run(new Script(new IOException(), "ok"))).isEqualTo("ok");
        assertCounted(Outcome.RECOVERED);
    }

    @Test
    void isLogged() {
        assertThat(FailureText.of(hostile.create(), 300)).isNotEmpty();
        assertThat(StackTraceText.of(new IOException(hostile.name(), hostile.create())))
                .contains("Caused by");
    }

    private static Throwable endOf(CompletableFuture<?> call) {
        assertThat(call.isCompletedExceptionally()).isTrue();
        return call.handle((value, thrown) -> thrown).join();
    }

    private void assertCounted(Outcome outcome) {
        assertThat(calls.outcomes()).isEqualTo(Map.of(outcome, 1L));
    }

    @SuppressWarnings("unchecked") // The point: the compiler must not see that it is checked.
    private static <X extends Throwable> void sneak(Throwable failure) throws X {
        throw (X) failure;
    }
}
