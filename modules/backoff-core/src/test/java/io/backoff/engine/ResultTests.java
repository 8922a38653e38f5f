package io.backoff.engine;

import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.NOT_RETRYABLE;
import static io.backoff.policy.Outcome.RECOVERED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.PermanentException;
import io.backoff.delay.Delay;
import io.backoff.engine.execution.Operation;
import io.backoff.policy.StopReason;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Results that call for a retry, fallbacks, policies that are switched off, and very long calls. */
class ResultTests {

    private final Calls calls = new Calls();

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
}
