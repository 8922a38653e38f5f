package io.backoff.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.backoff.classify.Classifiers;
import io.backoff.delay.Cap;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.delay.Jitter;
import io.backoff.delay.RetryAfterSpread;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffPolicyTests {

    private static final Duration MILLIS_200 = Duration.ofMillis(200);
    private static final Delay DOUBLING =
            Delay.of(Growth.exponential(MILLIS_200.toNanos(), 2), Jitter.full(), Cap.WINDOW, 10_000_000_000L, 0);

    @Test
    void previewsItsDelays() {
        assertThat(policy(DOUBLING, false, 3, Duration.ZERO).schedule(3))
                .containsExactly(
                        new ScheduledDelay(2, Duration.ZERO, Duration.ofMillis(100), MILLIS_200),
                        new ScheduledDelay(3, Duration.ZERO, MILLIS_200, Duration.ofMillis(400)));
    }

    @Test
    void previewsTheWaitBeforeTheFirstAttempt() {
        assertThat(policy(DOUBLING, true, 3, Duration.ZERO).schedule(2))
                .extracting(ScheduledDelay::attempt, ScheduledDelay::max)
                .containsExactly(tuple(1, MILLIS_200), tuple(2, Duration.ofMillis(400)));
    }

    /** No failure precedes attempt 1, so nothing has asked to slow down. */
    @Test
    void waitsTheUsualTimeBeforeTheFirstAttempt() {
        Delay second = Delay.of(Growth.exponential(1_000_000_000, 2), Jitter.full(), Cap.WINDOW, Long.MAX_VALUE, 0);
        var delays = new Delays(DOUBLING, second, RetryAfterSpread.NONE, true);
        var policy = Policies.of(delays, new Limits(3, Duration.ZERO, Duration.ZERO));
        assertThat(policy.throttledSchedule(3))
                .extracting(ScheduledDelay::max)
                .containsExactly(MILLIS_200, Duration.ofSeconds(2), Duration.ofSeconds(4));
        assertThat(policy.throttledWorstCase()).hasValue(Duration.ofMillis(6_200));
    }

    @ParameterizedTest
    @CsvSource({"false, 1", "false, 0", "true, 0", "true, -1"})
    void previewsNothingWithoutAttempts(boolean waitFirst, int attempts) {
        assertThat(policy(DOUBLING, waitFirst, 3, Duration.ZERO).schedule(attempts))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0} attempts within {1}, waiting first: {2}")
    @CsvSource({
        "3, PT0S, false, PT0.6S",
        "3, PT30S, false, PT0.6S",
        "3, PT0.5S, false, PT0.5S",
        "3, PT0S, true, PT1.4S",
        "1, PT0S, false, PT0S",
        "0, PT30S, false, PT30S",
        // 0.2 + 0.4 + ... + 6.4 = 12.6 s in six waits, then 10 s each
        "20007, PT0S, false, PT200012.6S",
        "2147483647, PT0S, false, PT2562047H47M16.854775807S" // saturated
    })
    void addsUpItsLongestDelays(int attempts, Duration maxElapsed, boolean waitFirst, Duration worst) {
        assertThat(policy(DOUBLING, waitFirst, attempts, maxElapsed).worstCase())
                .hasValue(worst);
    }

    @Test
    void hasNoWorstCaseWithoutBounds() {
        assertThat(policy(DOUBLING, false, 0, Duration.ZERO).worstCase()).isEmpty();
    }

    @Test
    void saturatesItsWorstCase() {
        var endless = Delay.of(Growth.constant(Long.MAX_VALUE / 2), Jitter.none(), Cap.BASE, Long.MAX_VALUE, 0);
        assertThat(policy(endless, false, Integer.MAX_VALUE, Duration.ZERO).worstCase())
                .hasValue(Duration.ofNanos(Long.MAX_VALUE));
    }

    @Test
    void changesNothingButItsRules() {
        var policy = policy(DOUBLING, true, 3, MILLIS_200);
        var rules = policy.classifier().rules().replaceRetryOn(List.of(IOException.class));
        var changed = policy.withRules(rules);
        assertThat(changed.classifier().rules()).isEqualTo(rules);
        assertThat(changed.withRules(policy.classifier().rules())).isEqualTo(policy);
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1, false", "2, true"})
    void retriesIfItPermitsAnotherAttempt(int attempts, boolean retries) {
        var policy = policy(DOUBLING, false, attempts, Duration.ZERO);
        assertThat(policy.retries()).isEqualTo(retries);
        assertThat(policy.withoutRetries().retries()).isFalse();
    }

    @Test
    void changesNothingButItsClassifier() {
        var policy = policy(DOUBLING, true, 3, MILLIS_200);
        var other = Classifiers.retrying(IOException.class);
        assertThat(policy.withClassifier(other).classifier()).isSameAs(other);
        assertThat(policy.withClassifier(other).withClassifier(policy.classifier()))
                .isEqualTo(policy);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true"})
    void hasADelayIfItIsLongerThanZero(long nanos, boolean hasDelay) {
        var constant = Delay.of(Growth.constant(nanos), Jitter.full(), Cap.WINDOW, Long.MAX_VALUE, 0);
        assertThat(policy(constant, false, 3, Duration.ZERO).hasDelay()).isEqualTo(hasDelay);
    }

    private static BackoffPolicy policy(Delay delay, boolean waitFirst, int attempts, Duration maxElapsed) {
        return Policies.of(delay, waitFirst, new Limits(attempts, maxElapsed, Duration.ZERO));
    }
}
