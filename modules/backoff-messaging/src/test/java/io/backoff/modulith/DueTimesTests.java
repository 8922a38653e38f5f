package io.backoff.modulith;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When attempts are due. */
class DueTimesTests {

    private static final Instant START = new FakeTime().instant();
    private static final UUID ID = new UUID(1, 2);
    private static final Duration HOUR = Duration.ofHours(1);

    @ParameterizedTest
    @ValueSource(strings = {"strategy=exponential", "strategy=decorrelated", "jitter=full", "strategy=linear"})
    void areTheSameOnEachInstance(String setting) {
        under(setting, policy -> {
            for (int attempt : new int[] {2, 3, 100, Integer.MAX_VALUE}) {
                assertThat(DueTimes.delay(policy, ID, attempt))
                        .isEqualTo(DueTimes.delay(policy, ID, attempt))
                        .isBetween(Duration.ZERO, Duration.ofSeconds(10));
            }
        });
    }

    @Test
    void differByPublicationAndAttempt() {
        under("delay=10s", policy -> {
            Set<Duration> delays = new HashSet<>();
            for (int i = 0; i < 50; i++) {
                delays.add(DueTimes.delay(policy, new UUID(i, 7), 2));
                delays.add(DueTimes.delay(policy, ID, 10 + i));
            }
            assertThat(delays).hasSize(100);
        });
    }

    @Test
    void countFromWhenTheFailureWasSeen() {
        DueTimes times = new DueTimes(HOUR);
        assertThat(times.failedAt(after(1), START.plusSeconds(5))).isEqualTo(START.plusSeconds(5));
        assertThat(times.failedAt(after(1), START.plusSeconds(9))).isEqualTo(START.plusSeconds(5));
        assertThat(times.failedAt(after(2), START.plusSeconds(9))).isEqualTo(START.plusSeconds(9));
    }

    /** The first attempt after a reset of the attempts is attempt 1 too. */
    @Test
    void countAnewAfterTheFirstAttemptThatFollowsAReset() {
        DueTimes times = new DueTimes(HOUR);
        StoredPublication reset = new StoredPublication(ID, "listener", START, 1, true, START);
        assertThat(times.failedAt(reset, START.plusSeconds(5))).isEqualTo(START.plusSeconds(5));
        assertThat(times.failedAt(after(1), START.plusSeconds(9))).isEqualTo(START.plusSeconds(9));
    }

    @Test
    void areNotPostponedForEverByRestarts() {
        assertThat(new DueTimes(HOUR).failedAt(after(1), START.plus(HOUR.multipliedBy(3))))
                .isEqualTo(START.plus(HOUR));
    }

    @Test
    void areNeverSoonerThanTheCalleeAsked() {
        under("delay=10s", policy -> {
            DueTimes times = new DueTimes(HOUR);
            times.holdUntil(ID, START.plus(HOUR));
            assertThat(times.due(after(1), policy, START)).isEqualTo(START.plus(HOUR));
        });
    }

    /** The publication is not among the failed ones yet: a poll read them before it failed. */
    @Test
    void areKeptWhileTheCalleeAsksForThem() {
        under("delay=10s", policy -> {
            DueTimes times = new DueTimes(HOUR);
            times.holdUntil(ID, START.plus(HOUR));
            times.retain(List.of(), START.plus(HOUR).minusMillis(1));
            assertThat(times.due(after(1), policy, START)).isEqualTo(START.plus(HOUR));
        });
    }

    @Test
    void areForgottenAfterwards() {
        under("delay=10s", policy -> {
            DueTimes times = new DueTimes(HOUR);
            times.holdUntil(ID, START.plus(HOUR));
            times.retain(List.of(after(1)), START.plus(HOUR));
            assertThat(times.due(after(1), policy, START)).isBefore(START.plus(HOUR));
        });
    }

    private static StoredPublication after(int attempts) {
        return new StoredPublication(ID, "listener", START, attempts, false, START);
    }

    private static void under(String setting, Consumer<BackoffPolicy> test) {
        Applications.with(io.backoff.autoconfigure.BackoffAutoConfiguration.class)
                .withPropertyValues("backoff.policies.events." + setting)
                .run(context ->
                        test.accept(context.getBean(BackoffPolicies.class).get("events")));
    }
}
