package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.backoff.policy.ScheduledDelay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schedules of the presets' policies match the numbers of the systems they are named after. */
class PresetPreviewTests {

    private static final long SLOT = 51_200;

    /** E(c) = (2^c - 1) / 2 slots; the last, before the attempt that is never made, is 511.5. */
    @Test
    void ethernetExpectsHalfOfItsLargestNumberOfSlots() {
        Presets.run(presets -> {
            List<ScheduledDelay> rows = presets.policy("ethernet").schedule(17);
            assertThat(rows).hasSize(16);
            for (int collision = 1; collision <= 16; collision++) {
                long slots = (1L << Math.min(collision, 10)) - 1;
                assertThat(rows.get(collision - 1))
                        .isEqualTo(new ScheduledDelay(
                                collision + 1,
                                Duration.ZERO,
                                Duration.ofNanos(slots * SLOT / 2),
                                Duration.ofNanos(slots * SLOT)));
            }
        });
    }

    /** Matches the table of its documentation, in seconds, within 0.1 %: the table truncates each row. */
    @Test
    void cenkaltiFollowsItsTable() {
        double[][] table = {
            {0.5, 0.25, 0.75},
            {0.75, 0.375, 1.125},
            {1.125, 0.562, 1.687},
            {1.687, 0.8435, 2.53},
            {2.53, 1.265, 3.795},
            {3.795, 1.897, 5.692},
            {5.692, 2.846, 8.538},
            {8.538, 4.269, 12.807},
            {12.807, 6.403, 19.210},
        };
        Presets.run(presets -> {
            List<ScheduledDelay> rows = presets.policy("cenkalti").schedule(table.length + 1);
            for (int row = 0; row < table.length; row++) {
                assertSeconds(rows.get(row).expected(), table[row][0]);
                assertSeconds(rows.get(row).min(), table[row][1]);
                assertSeconds(rows.get(row).max(), table[row][2]);
            }
        });
    }

    @ParameterizedTest(name = "before attempt {1} under a cap of {0} s: {2} .. {3} .. {4} s")
    @CsvSource({
        "32, 2, 1, 1.5, 2",
        "32, 3, 2, 2.5, 3",
        "32, 4, 4, 4.5, 5",
        "32, 5, 8, 8.5, 9",
        "32, 6, 16, 16.5, 17",
        "32, 7, 32, 32, 32",
        "32, 2147483647, 32, 32, 32",
        "64, 7, 32, 32.5, 33",
        "64, 8, 64, 64, 64",
        "64, 2147483647, 64, 64, 64",
    })
    void googleCloudAddsUpToASecondToPowersOfTwo(int cap, int attempt, double min, double expected, double max) {
        Presets.run(
                presets -> assertThat(row(presets, "google-cloud", attempt))
                        .isEqualTo(new ScheduledDelay(attempt, seconds(min), seconds(expected), seconds(max))),
                "backoff.policies.google-cloud.max-delay=" + cap + "s");
    }

    @ParameterizedTest
    @CsvSource({
        // {0, 1}, {0, 1, 2}, 0 .. 4, all equally likely: the mean is half the maximum
        "celery, 2, 0, 0.5, 1",
        "celery, 3, 0, 1, 2",
        "celery, 4, 0, 2, 4",
        "additive, 2, 0.1, 0.15, 0.2",
        "additive, 3, 0.2, 0.25, 0.3",
        "additive, 4, 0.4, 0.45, 0.5",
        "additive, 5, 0.8, 0.85, 0.9",
        "poll, 1, 0.1, 0.1, 0.1",
        "poll, 2, 0.2, 0.2, 0.2",
        "poll, 8, 10, 10, 10",
        "optimistic-lock, 2, 0, 0.005, 0.01",
        "optimistic-lock, 5, 0, 0.04, 0.08",
    })
    void announcesTheFormulaOfItsSystem(String preset, int attempt, double min, double expected, double max) {
        Presets.run(presets -> assertThat(row(presets, preset, attempt))
                .isEqualTo(new ScheduledDelay(attempt, seconds(min), seconds(expected), seconds(max))));
    }

    @Test
    void addsUpTheWorstCase() {
        Map<String, Duration> worst = Map.of(
                "celery", Duration.ofSeconds(1 + 2 + 4),
                "ethernet", Duration.ofNanos((2_046 - 10 + 5 * 1_023) * SLOT),
                "unix-connect", Duration.ofSeconds(63),
                "google-cloud", Duration.ofMinutes(10),
                "cenkalti", Duration.ofMinutes(15),
                "additive", Duration.ofMillis(200 + 300 + 500 + 900),
                "poll", Duration.ofMinutes(1),
                "payment-notification", Duration.ofHours(24).plusMinutes(4),
                "optimistic-lock", Duration.ofMillis(10 + 20 + 40 + 80));
        Presets.run(presets -> worst.forEach((preset, longest) ->
                assertThat(presets.policy(preset).worstCase()).as(preset).hasValue(longest)));
    }

    @Test
    void isExactInEveryPreset() {
        Presets.run(presets -> {
            for (Preset preset : Preset.values()) {
                assertThat(presets.policy(preset.key()).delay().estimated()).isFalse();
            }
        });
    }

    private static ScheduledDelay row(Presets presets, String preset, int attempt) {
        // Computes this row alone: some attempts are too late to list all rows before them.
        var policy = presets.policy(preset);
        var bounds = policy.delay().bounds(policy.ordinal(attempt));
        return new ScheduledDelay(
                attempt,
                Duration.ofNanos(bounds.min()),
                Duration.ofNanos(bounds.expected()),
                Duration.ofNanos(bounds.max()));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    private static void assertSeconds(Duration actual, double seconds) {
        assertThat(actual.toNanos() / 1e9).isCloseTo(seconds, withPercentage(0.1));
    }
}
