package io.backoff.engine;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.BUDGET_DENIED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.NOT_RETRYABLE;
import static io.backoff.policy.Outcome.RECOVERED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.RetryBudget;
import io.backoff.engine.execution.Stage;
import io.backoff.engine.stats.CallMeters;
import io.backoff.policy.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Mockito;

/** The cases of {@link BrokenCodeTests} with futures: the future completes, and the call is counted once. */
@ParameterizedClass
@MethodSource("anything")
class FutureBrokenCodeTests {

    private final Calls calls = new Calls();
    private final IOException original = new IOException("original");

    @Parameter
    private Throwable broken;

    static List<Throwable> anything() {
        return BrokenCodeTests.anything();
    }

    @Test
    void supplier() {
        calls.maxAttempts = 1;
        assertFailed(calls.start(this::sneak), broken);
        assertThat(calls.outcomes().values()).containsExactly(1L);
    }

    @Test
    void stageThatCannotBeFollowed() {
        calls.maxAttempts = 1;
        var stage = new CompletableFuture<Object>() {
            @Override
            public CompletableFuture<Object> whenComplete(BiConsumer<? super Object, ? super Throwable> action) {
                return sneak();
            }
        };
        assertFailed(calls.start(() -> stage), broken);
    }

    @Test
    void classifier() {
        calls.classifiers.add(failure -> sneak());
        assertFailed(calls.start(new Stage().failing(original)), original);
        assertCounted(NOT_RETRYABLE);
    }

    @Test
    void listenerLogAndMeters() {
        calls.listeners.add(0, decision -> sneak());
        calls.log = decision -> sneak();
        calls.meters = Mockito.mock(CallMeters.class, invocation -> sneak());
        var call = calls.start(new Stage().failing(original).returning("ok"));
        assertThat(call).isCompletedWithValue("ok");
        assertCounted(RECOVERED);
    }

    @Test
    void resultRule() {
        calls.results = result -> sneak();
        assertFailed(calls.start(new Stage().failing(original).returning("ok")), broken);
        assertCounted(NOT_RETRYABLE);
    }

    @Test
    void fallback() {
        assertFailed(
                calls.start(new Stage().failing(original, original, original).orElse(failure -> sneak())), broken);
        assertThat(broken).hasSuppressedException(original);
        assertCounted(EXHAUSTED);
    }

    @Test
    void budgetThatIsAsked() {
        calls.budget = Mockito.mock(RetryBudget.class, invocation -> sneak());
        assertFailed(calls.start(new Stage().failing(original)), original);
        assertCounted(BUDGET_DENIED);
    }

    @Test
    void budgetThatIsTold() {
        calls.budget = Mockito.mock(RetryBudget.class, invocation -> sneak());
        assertThat(calls.start(new Stage().returning("ok"))).isCompletedWithValue("ok");
        assertCounted(SUCCESS);
    }

    @Test
    void contextThatIsCaptured() {
        calls.context = this::sneak;
        assertThat(calls.start(new Stage().failing(original).returning("ok"))).isCompletedWithValue("ok");
    }

    @Test
    void contextThatIsRestored() {
        calls.context = () -> this::sneak;
        assertThat(calls.start(new Stage().failing(original).returning("ok"))).isCompletedWithValue("ok");
    }

    @Test
    void contextThatIsLeft() {
        calls.context = () -> () -> this::sneak;
        assertThat(calls.start(new Stage().failing(original).returning("ok"))).isCompletedWithValue("ok");
        assertThat(CurrentAttempt.get()).isEmpty();
    }

    @Test
    void clock() {
        var time = Mockito.spy(calls.time);
        Mockito.doAnswer(invocation -> sneak()).when(time).schedule(Mockito.any(), Mockito.any(), Mockito.any());
        calls.clock = time;
        assertFailed(calls.start(new Stage().failing(original)), broken);
        assertThat(calls.outcomes().values()).containsExactly(1L);
    }

    @Test
    void closedClock() {
        var time = Mockito.spy(calls.time);
        Mockito.doThrow(RejectedExecutionException.class)
                .when(time)
                .schedule(Mockito.any(), Mockito.any(), Mockito.any());
        calls.clock = time;
        assertFailed(calls.start(new Stage().failing(original)), original);
        assertCounted(ABORTED);
    }

    private static void assertFailed(CompletableFuture<?> call, Throwable failure) {
        assertThat(call).isCompletedExceptionally();
        assertThat(call.handle((value, thrown) -> thrown).join()).isSameAs(failure);
    }

    private void assertCounted(Outcome outcome) {
        assertThat(calls.outcomes()).isEqualTo(Map.of(outcome, 1L));
    }

    @SuppressWarnings("unchecked") // The point: the compiler must not see that it is checked.
    private <T, X extends Throwable> T sneak() throws X {
        throw (X) broken;
    }
}
