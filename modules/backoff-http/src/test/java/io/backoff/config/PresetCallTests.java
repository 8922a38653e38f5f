package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.data.Percentage.withPercentage;

import io.backoff.engine.PollTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientResponseException;

/** Calls under the presets, on a clock that moves only while they wait. */
class PresetCallTests {

    private static final long SLOT = 51_200;
    private static final Exception DOWN = new IOException("down");

    static final List<Exception> CONFLICTS = List.of(
            new OptimisticLockingFailureException("version 3 is gone"),
            new IllegalStateException(new OptimisticLockingFailureException("version 3 is gone")),
            new SQLException("could not serialize access", "40001"),
            new CannotAcquireLockException("deadlock detected", new SQLException("deadlock", "40P01")));

    static final List<Exception> NO_CONFLICTS = List.of(
            DOWN,
            new IllegalStateException("version 3 is gone"),
            new DuplicateKeyException("order 7"),
            new CannotAcquireLockException("lock timeout", new SQLException("lock timeout", "55P03")),
            new SQLException("duplicate", "23505"),
            status(503));

    @Test
    void unixConnectTriesAtTheTimesOfTheBook() {
        Presets.run(presets -> {
            List<Duration> times = new ArrayList<>();
            assertThatExceptionOfType(ConnectException.class)
                    .isThrownBy(() -> presets.operations().call("unix-connect", () -> {
                        times.add(Duration.ofNanos(presets.time().nanoTime()));
                        throw new ConnectException("refused");
                    }));
            assertThat(times).containsExactly(durations("0s 1s 3s 7s 15s 31s 63s"));
            assertThat(presets.time().nanoTime())
                    .isEqualTo(Duration.ofSeconds(63).toNanos());
        });
    }

    @Test
    void ethernetReportsUpwardAfterSixteenAttempts() {
        Presets.run(presets -> assertThat(presets.attempts("ethernet", DOWN)).isEqualTo(16));
    }

    /**
     * Makes 4 000 seeded calls. The tolerance of 8 % is five standard errors where they are largest, after the first
     * collision.
     */
    @Test
    void ethernetWaitsWholeSlotsThatAverageToTheirExpectation() {
        Presets.run(presets -> {
            int calls = 4_000;
            long[] slots = new long[15];
            for (int call = 0; call < calls; call++) {
                List<Duration> waits = presets.waits("ethernet", DOWN);
                for (int wait = 0; wait < slots.length; wait++) {
                    assertThat(waits.get(wait).toNanos() % SLOT).isZero();
                    slots[wait] += waits.get(wait).toNanos() / SLOT;
                }
            }
            for (int c = 1; c <= slots.length; c++) {
                double expected = ((1 << Math.min(c, 10)) - 1) / 2.0;
                assertThat((double) slots[c - 1] / calls).as("c = %d", c).isCloseTo(expected, withPercentage(8));
            }
        });
    }

    @Test
    void celeryRetriesThreeTimesAfterWholeSeconds() {
        Presets.run(presets -> {
            for (int call = 0; call < 200; call++) {
                List<Duration> waits = presets.waits("celery", DOWN);
                assertThat(waits).hasSize(3).allMatch(wait -> wait.toNanosPart() == 0);
                for (int n = 0; n < 3; n++) {
                    assertThat(waits.get(n).toSeconds()).isBetween(0L, 1L << n);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 64})
    void googleCloudAddsARandomPartThatIsDrawnAnew(int cap) {
        Presets.run(
                presets -> {
                    List<Duration> waits = presets.waits("google-cloud", DOWN);
                    int doubling = Integer.numberOfTrailingZeros(cap);
                    for (int n = 0; n < doubling; n++) {
                        assertThat(waits.get(n).toSeconds()).isEqualTo(1L << n);
                    }
                    assertThat(waits.subList(0, doubling).stream().map(Duration::toNanosPart))
                            .doesNotHaveDuplicates();
                    assertThat(waits.subList(doubling, waits.size())).containsOnly(Duration.ofSeconds(cap));
                    assertEndsWithin(Duration.ofMinutes(10), waits, Duration.ofSeconds(cap));
                },
                "backoff.policies.google-cloud.max-delay=" + cap + "s");
    }

    @Test
    void googleCloudRetriesWhatMayPass() {
        Presets.run(presets -> {
            for (Exception each : List.of(status(429), status(500), status(503), new ResourceAccessException("x"))) {
                assertThat(presets.attempts("google-cloud", each))
                        .as("%s", each)
                        .isGreaterThan(10);
            }
            for (Exception each : List.of(status(404), status(409), new IllegalStateException("bug"))) {
                assertThat(presets.attempts("google-cloud", each))
                        .as("%s", each)
                        .isEqualTo(1);
            }
        });
    }

    @Test
    void cenkaltiGoesOnForAQuarterOfAnHour() {
        Presets.run(presets -> {
            List<Duration> waits = presets.waits("cenkalti", DOWN);
            for (int n = 0; n < waits.size(); n++) {
                double interval = Math.min(60, 0.5 * Math.pow(1.5, n));
                assertThat(waits.get(n).toNanos() / 1e9).isBetween(0.5 * interval, 1.5 * interval);
            }
            assertEndsWithin(Duration.ofMinutes(15), waits, Duration.ofSeconds(90));
        });
    }

    @Test
    void additiveDoublesAndAddsUpToATenthOfASecond() {
        Presets.run(presets -> {
            List<Duration> waits = presets.waits("additive", DOWN);
            assertThat(waits).hasSize(4);
            for (int n = 0; n < 4; n++) {
                assertThat(waits.get(n).toNanos()).isBetween(100_000_000L << n, (100_000_000L << n) + 99_999_999);
            }
        });
    }

    @Test
    void pollWaitsBeforeEachQueryUntilItsMinuteIsOver() {
        Presets.run(presets -> {
            List<Duration> queries = new ArrayList<>();
            assertThatExceptionOfType(PollTimeoutException.class)
                    .isThrownBy(() -> presets.operations()
                            .poll(
                                    "poll",
                                    () -> {
                                        queries.add(
                                                Duration.ofNanos(presets.time().nanoTime()));
                                        return "NOT_READY " + queries.size();
                                    },
                                    "SUCCESS"::equals))
                    .satisfies(timeout -> assertThat(timeout.lastValue()).isEqualTo("NOT_READY 11"));
            assertThat(queries)
                    .containsExactly(durations(
                            "100ms 300ms 700ms 1500ms 3100ms 6300ms 12700ms 22700ms 32700ms 42700ms 52700ms"));
        });
    }

    @Test
    void pollEndsWithItsLastResultInAnOrdinaryCall() {
        Presets.run(
                presets -> {
                    List<String> answers = new ArrayList<>();
                    assertThat(call(presets, "poll", () -> {
                                answers.add("NOT_READY " + answers.size());
                                return answers.get(answers.size() - 1);
                            }))
                            .isEqualTo("NOT_READY 10");
                },
                "backoff.policies.poll.retry-on-result=#result.startsWith('NOT_READY')");
    }

    @Test
    void paymentNotificationIsRedeliveredFifteenTimesWithinAboutADay() {
        Presets.run(presets -> {
            assertThat(presets.waits("payment-notification", DOWN))
                    .containsExactly(durations("15s 15s 30s 3m 10m 20m 30m 30m 30m 60m 3h 3h 3h 6h 6h"));
            assertThat(presets.time().nanoTime())
                    .isEqualTo(Duration.ofHours(24).plusMinutes(4).toNanos());
        });
    }

    @ParameterizedTest
    @FieldSource("CONFLICTS")
    void optimisticLockRetriesConflictsFiveTimesInAll(Exception conflict) {
        Presets.run(presets -> {
            List<Duration> waits = presets.waits("optimistic-lock", conflict);
            assertThat(waits).hasSize(4);
            for (int n = 0; n < 4; n++) {
                assertThat(waits.get(n)).isLessThanOrEqualTo(Duration.ofMillis(10L << n));
            }
        });
    }

    @ParameterizedTest
    @FieldSource("NO_CONFLICTS")
    void optimisticLockRetriesNothingElse(Exception failure) {
        Presets.run(presets ->
                assertThat(presets.attempts("optimistic-lock", failure)).isEqualTo(1));
    }

    /** Asserts that no further delay fits: the remaining time is less than the longest delay. */
    private static void assertEndsWithin(Duration limit, List<Duration> waits, Duration longest) {
        Duration total = waits.stream().reduce(Duration.ZERO, Duration::plus);
        assertThat(total).isBetween(limit.minus(longest), limit);
    }

    private static String call(Presets presets, String policy, Callable<String> operation) {
        try {
            return presets.operations().call(policy, operation::call);
        } catch (Exception unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private static RestClientResponseException status(int status) {
        return new RestClientResponseException("x", HttpStatusCode.valueOf(status), "x", null, null, null);
    }

    private static Duration[] durations(String text) {
        return Arrays.stream(text.split(" ")).map(DurationStyle::detectAndParse).toArray(Duration[]::new);
    }
}
