package io.backoff.engine;

import static io.backoff.policy.Outcome.ELAPSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.execution.Stage;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls that reach their deadline, or that of the call around them. */
class DeadlineTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Calls calls = new Calls();
    private final Script inner = new Script("too late");

    @Test
    void aCallThatBeginsAfterTheDeadlineMakesNoAttempt() {
        calls.maxElapsed = SECOND;
        var thrown = catchThrowable(() -> calls.run(() -> {
            calls.time.advance(SECOND);
            return calls.run(inner);
        }));
        assertThat(thrown)
                .isInstanceOf(TimeoutException.class)
                .hasMessage("The deadline of the enclosing call or request passed before the first attempt");
        assertThat(inner.attempts).isZero();
        assertThat(calls.outcomes()).isEqualTo(Map.of(ELAPSED, 2L));
    }

    @Test
    void aFutureThatBeginsAfterTheDeadlineMakesNoAttempt() throws Throwable {
        calls.maxElapsed = SECOND;
        var stage = new Stage();
        var thrown = calls.run(() -> {
            calls.time.advance(SECOND);
            return calls.start(stage).handle((value, failure) -> failure).join();
        });
        assertThat(thrown).isInstanceOf(TimeoutException.class);
        assertThat(stage.started).isEmpty();
    }

    @Test
    void aCallUnderADisabledPolicyBeginsHoweverLate() throws Throwable {
        calls.maxElapsed = SECOND;
        calls.run(() -> {
            calls.time.advance(SECOND);
            calls.enabled = false;
            return calls.run(inner);
        });
        assertThat(inner.attempts).isOne();
    }

    /** A client library cuts off its request when the time of the call is over. */
    @ParameterizedTest
    @CsvSource({
        "true,  true,  1, ELAPSED",
        "true,  true,  2, EXHAUSTED",
        "true,  true,  0, EXHAUSTED",
        "true,  false, 1, EXHAUSTED",
        "false, true,  1, NOT_RETRYABLE",
    })
    void anAttemptThatIsCutOffAtTheDeadlineRanOutOfTime(boolean enabled, boolean cut, int seconds, Outcome outcome) {
        calls.enabled = enabled;
        calls.maxAttempts = 1;
        calls.maxElapsed = Duration.ofSeconds(seconds);
        var failure = cut ? new DeadlineReachedException("cut") : new IOException("down");
        catchThrowable(() -> calls.run(new Script(failure).taking(SECOND, calls)));
        assertThat(calls.outcomes()).containsOnlyKeys(outcome);
    }

    @Test
    void anInnerCallThatRanOutOfTheSameTimeEndsTheOuterOneForTheSameReason() {
        calls.maxElapsed = SECOND;
        var script = new Script(new IOException("down")).taking(SECOND, calls);
        catchThrowable(() -> calls.run(() -> calls.run(script)));
        assertThat(calls.outcomes()).isEqualTo(Map.of(ELAPSED, 2L));
    }

    /** Code that makes the attempts itself may know that a failure is fatal. */
    @Test
    void aFatalFailureEndsTheCallUnlessItsTimeIsOver() {
        calls.maxElapsed = SECOND;
        var fatal = calls.guard().begin();
        assertThat(fatal.failedForGood(new IOException("down")).stop()).isEqualTo(StopReason.NOT_RETRYABLE);
        var late = calls.guard().begin();
        calls.time.advance(SECOND);
        assertThat(late.failedForGood(new DeadlineReachedException("cut")).stop())
                .isEqualTo(StopReason.ELAPSED);
    }
}
