package io.backoff.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.util.backoff.BackOffExecution.STOP;

import io.backoff.delay.Delay;
import io.backoff.policy.BackoffPolicy;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.backoff.BackOffExecution;

class PolicyBackOffExecutionTests {

    private static final Duration NONE = Duration.ZERO;

    private final FakeTime time = new FakeTime();

    @Test
    void givesADelayLessThanAttemptsAndStops() {
        assertThat(delays(Policies.doubling(Duration.ofMillis(100), 4, NONE), 6))
                .containsExactly(100L, 200L, 400L, STOP, STOP, STOP);
    }

    @ParameterizedTest
    @CsvSource({"PT0S, 0", "PT0.000000001S, 1", "PT0.0000512S, 1", "PT0.001S, 1", "PT0.001000001S, 2"})
    void roundsUpToMilliseconds(Duration delay, long millis) {
        assertThat(delays(Policies.doubling(delay, 2, NONE), 1)).containsExactly(millis);
    }

    @Test
    void goesOnForEverWhereNothingStopsIt() {
        assertThat(delays(Policies.of(Delay.NONE, 0, Duration.ofSeconds(1)), 10_000))
                .containsOnly(0L);
    }

    @Test
    void stopsBeforeADelayThatReachesBeyondMaxElapsed() {
        BackOffExecution execution = start(Policies.doubling(Duration.ofMillis(100), 9, Duration.ofMillis(500)));
        assertThat(execution.nextBackOff()).isEqualTo(100);
        time.advance(Duration.ofMillis(300));
        assertThat(execution.nextBackOff()).isEqualTo(200);
        assertThat(execution.nextBackOff()).isEqualTo(STOP);
    }

    /** The monotonic clock may have any value, and may overflow. */
    @Test
    void countsElapsedTimeFromItsStart() {
        time.advance(Duration.ofNanos(Long.MAX_VALUE));
        BackOffExecution execution = start(Policies.doubling(Duration.ofMillis(100), 9, Duration.ofMillis(250)));
        time.advance(Duration.ofMillis(150));
        assertThat(execution.nextBackOff()).isEqualTo(100);
        time.advance(Duration.ofMillis(1));
        assertThat(execution.nextBackOff()).isEqualTo(STOP);
    }

    @Test
    void staysStopped() {
        Delay longThenShort = Policies.list(Duration.ofMinutes(1), Duration.ofMillis(1));
        BackOffExecution execution = start(Policies.of(longThenShort, 9, Duration.ofSeconds(1)));
        assertThat(List.of(execution.nextBackOff(), execution.nextBackOff())).containsExactly(STOP, STOP);
    }

    @Test
    void remembersItsOwnPreviousDelay() {
        Delay growing = Policies.onPrevious();
        BackoffPolicy policy = Policies.of(growing, 9, NONE);
        BackOffExecution one = start(policy);
        BackOffExecution other = start(policy);
        assertThat(List.of(one.nextBackOff(), one.nextBackOff(), one.nextBackOff()))
                .containsExactly(1L, 2L, 3L);
        assertThat(List.of(other.nextBackOff(), other.nextBackOff())).containsExactly(1L, 2L);
    }

    /** Seeded: the window of 0..1 s has a thousand values, and some of ten draws differ. */
    @Test
    void drawsJitterAnewForEachDelay() {
        BackoffPolicy policy = Policies.of(Policies.fullJitter(Duration.ofSeconds(1)), 0, Duration.ofDays(1));
        assertThat(delays(policy, 10)).doesNotHaveDuplicates().allMatch(millis -> millis >= 0 && millis <= 1000);
        assertThat(delays(policy, 10)).isNotEqualTo(delays(policy, 10));
    }

    @Test
    void stopsImmediatelyWithoutRetries() {
        assertThat(delays(Policies.doubling(Duration.ofMillis(100), 1, NONE), 1))
                .containsExactly(STOP);
        assertThat(delays(Policies.disabled(), 1)).containsExactly(STOP);
    }

    private BackOffExecution start(BackoffPolicy policy) {
        return new PolicyBackOffExecution(policy, time);
    }

    private List<Long> delays(BackoffPolicy policy, int count) {
        BackOffExecution execution = start(policy);
        return LongStream.generate(execution::nextBackOff).limit(count).boxed().toList();
    }
}
