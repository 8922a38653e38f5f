package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.BrokenClock;
import io.backoff.engine.BrokenMeters;
import io.backoff.policy.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code of the application that breaks does no harm to calls that another library retries. */
class AdoptedBrokenCodeTests {

    private final RetriedCalls calls = new RetriedCalls();

    @Test
    void brokenListenersDoNoHarm() throws Throwable {
        calls.listeners.add(decision -> {
            throw new StackOverflowError();
        });
        calls.log = decision -> {
            throw new AssertionError();
        };
        assertThat(calls.retry(calls.governed(), calls.failing(1))).isEqualTo("paid");
        calls.assertFails();
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.RECOVERED, 1L, Outcome.EXHAUSTED, 1L));
    }

    @Test
    void aBrokenClassifierDoesNoHarm() throws Throwable {
        calls.classifiers.add(thrown -> {
            throw new AssertionError();
        });
        assertThat(calls.retry(calls.governed(), calls.failing(2))).isEqualTo("paid");
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.RECOVERED, 1L));
    }

    @Test
    void brokenMetersDoNoHarm() throws Throwable {
        calls.meters = new BrokenMeters();
        assertThat(calls.retry(calls.governed(), calls.failing(2))).isEqualTo("paid");
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.RECOVERED, 1L));
    }

    /** A broken budget grants nothing: its purpose is to prevent storms. */
    @Test
    void aBrokenBudgetDeniesRetriesOnly() throws Throwable {
        calls.budget = BrokenBudget.create();
        assertThat(calls.retry(calls.governed(), () -> "paid")).isEqualTo("paid");
        calls.assertFails();
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.SUCCESS, 1L, Outcome.BUDGET_DENIED, 1L));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void aClockThatBreaksDoesNoHarm(int uses) {
        calls.listeners.clear();
        calls.clock = new BrokenClock(calls.time, uses, new IllegalStateException("clock"));
        Throwable thrown = catchThrowable(() -> calls.retry(calls.governed(), calls.failing(1)));
        assertThat(thrown).isIn(null, calls.failure);
        assertThat(calls.outcomes().values()).containsExactly(1L);
    }

    /** The library does not retry: nothing may replace the calls.failure that its caller gets. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aClockThatBreaksReplacesNoFailure(int uses) {
        calls.listeners.clear();
        calls.clock = new BrokenClock(calls.time, uses, new IllegalStateException("clock"));
        assertThat(catchThrowable(() -> calls.retry(calls.governed(), 1, calls.failing(1))))
                .isSameAs(calls.failure);
        assertThat(calls.outcomes().values()).containsExactly(1L);
    }
}
