package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.BrokenClock;
import io.backoff.engine.Calls;
import io.backoff.engine.TimeLeft;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times in seconds; zero is no limit of the policy, and a dash is no limit of the caller. */
class AttemptLimitTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Calls calls = new Calls();
    private final RecordedScope caller = new RecordedScope();

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "0, 0, -, -, -",
                "2, 0, -, ATTEMPT_TIMEOUT, 2",
                "0, 3, -, MAX_ELAPSED, 3",
                "2, 3, -, ATTEMPT_TIMEOUT, 2",
                "3, 3, -, MAX_ELAPSED, 3",
                "4, 3, -, MAX_ELAPSED, 3",
                "0, 0, 4, CALLER, 4",
                "0, 5, 4, CALLER, 4",
                "0, 4, 4, MAX_ELAPSED, 4",
                "0, 3, 4, MAX_ELAPSED, 3",
                "5, 0, 4, CALLER, 4",
                "3, 5, 4, ATTEMPT_TIMEOUT, 3",
            })
    void theEarliestLimitAppliesAndOfEqualOnesThatOfTheCall(
            int attemptTimeout,
            int maxElapsed,
            @Nullable Integer byCaller,
            @Nullable String source,
            @Nullable Integer left) {
        Call call = begin(attemptTimeout, maxElapsed, byCaller);
        assertLimit(call.limitAttempt(), call, source, left);
        assertThat(call.timeLeft())
                .as("for calls inside the attempt")
                .isEqualTo(left == null ? null : new TimeLeft(seconds(left), "ATTEMPT_TIMEOUT".equals(source)));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "0, -, -, -",
                "0, 4, CALLER, 3",
                "3, -, ATTEMPT_TIMEOUT, 2",
                "3, 4, ATTEMPT_TIMEOUT, 2",
                "3, 3, CALLER, 2",
                "3, 2, CALLER, 1",
            })
    void anAttemptThatMayExceedMaxElapsedHasAnotherLimit(
            int attemptTimeout, @Nullable Integer byCaller, @Nullable String source, @Nullable Integer left) {
        Call call = begin(attemptTimeout, 1, byCaller);
        AttemptLimit reached = call.limitAttempt();
        calls.time.advance(SECOND);
        assertLimit(call.limitBeyond(reached), call, source, left);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "2, 0, -, 'No result within attempt-timeout, 2 s'",
                "0, 3, -, 'No result within the remaining max-elapsed, 3 s'",
                "5, 3, -, 'No result within the remaining max-elapsed, 3 s'",
                "5, 0, 4, 'No result within the caller''s remaining time, 4 s'",
            })
    void theFailureNamesTheLimit(int attemptTimeout, int maxElapsed, @Nullable Integer byCaller, String message) {
        AttemptLimit limit = begin(attemptTimeout, maxElapsed, byCaller).limitAttempt();
        assertThat(limit.isReached(seconds(5))).isTrue();
        assertThat(limit.delay(seconds(9))).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(limit.fail(seconds(5))).hasMessage(message);
    }

    /** The timers fire early when the application stops. */
    @Test
    void anEarlyTimerEndsOnlyAttemptsWithATimeoutOfTheirOwn() {
        assertThat(begin(0, 3, null).limitAttempt().isReached(SECOND)).isFalse();
        assertThat(begin(0, 3, null).limitAttempt().isReached(seconds(3))).isTrue();
        AttemptLimit ofCall = begin(5, 3, null).limitAttempt();
        assertThat(ofCall.isReached(SECOND)).isTrue();
        assertThat(ofCall.fail(SECOND)).hasMessageContaining("attempt-timeout");
    }

    @Test
    void anotherLibrarysAttemptIsLimitedByTheCallerAlone() {
        RetriedCalls retried = new RetriedCalls();
        retried.maxElapsed = SECOND;
        assertThat(retried.governed().call().limitAttempt()).isNull();
        caller.left = new TimeLeft(seconds(4), false);
        Call call = caller.around(retried::governed).call();
        assertLimit(call.limitAttempt(), call, "CALLER", 4);
        assertThat(caller.around(retried::observed).call().limitAttempt()).isNull();
    }

    @Test
    void anotherLibrarysAttemptUnderADisabledPolicyHasNoLimit() {
        RetriedCalls retried = new RetriedCalls();
        retried.enabled = false;
        caller.left = new TimeLeft(seconds(4), false);
        assertThat(caller.around(retried::governed).call().limitAttempt()).isNull();
    }

    @Test
    void timeInAQueueDoesNotCount() {
        Call call = queuedForThreeSeconds(Integer.MAX_VALUE);
        assertThat(call.elapsed()).isEqualTo(seconds(2));
        assertLimit(call.limitAttempt(), call, "MAX_ELAPSED", 8);
        assertThat(call.remaining()).contains(seconds(8));
    }

    @Test
    void anAttemptWhoseClockIsBrokenIsLimitedAsIfItWereTheFirst() {
        // The clock works for the beginning and for the three readings after the queue.
        AttemptLimit limit = queuedForThreeSeconds(4).limitAttempt();
        assertThat(limit.fail(seconds(10))).hasMessage("No result within the remaining max-elapsed, 10 s");
    }

    /** Begins a call with ten seconds that has waited for two seconds, and then for three in a queue. */
    private Call queuedForThreeSeconds(int clockUses) {
        calls.time.advance(seconds(7));
        calls.clock = new BrokenClock(calls.time, clockUses, new IllegalStateException("clock"));
        Call call = begin(0, 10, null);
        long start = calls.time.nanoTime();
        calls.time.advance(seconds(5));
        call.waitedSince(start, seconds(2));
        return call;
    }

    private Call begin(int attemptTimeout, int maxElapsed, @Nullable Integer byCaller) {
        calls.attemptTimeout = seconds(attemptTimeout);
        calls.maxElapsed = seconds(maxElapsed);
        caller.left = byCaller == null ? null : new TimeLeft(seconds(byCaller), false);
        return calls.guard().begin(caller);
    }

    private static void assertLimit(
            @Nullable AttemptLimit limit, Call call, @Nullable String source, @Nullable Integer left) {
        if (source == null) {
            assertThat(limit).isNull();
        } else {
            assertThat(limit.source()).hasToString(source);
            assertThat(limit.delay(call.elapsed())).isEqualTo(seconds(left));
        }
    }

    private static Duration seconds(int number) {
        return Duration.ofSeconds(number);
    }
}
