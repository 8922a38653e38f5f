package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.FailureRules;
import io.backoff.delay.Delay;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Limits;
import io.backoff.policy.ScheduledDelay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.convert.DurationStyle;

/** Each preset waits like the system that it is named after. */
class PresetTests {

    private static final Map<String, BackoffPolicy> POLICIES = new HashMap<>();

    @BeforeAll
    static void read(@TempDir Path directory) {
        String all = Stream.of(Preset.values())
                .map(preset -> "my-" + preset.key() + ": {preset: " + preset.key() + "}")
                .collect(Collectors.joining(", "));
        new YamlApplication(directory)
                .yaml("backoff: {policies: {" + all + "}}")
                .run(policies -> {
                    for (Preset preset : Preset.values()) {
                        POLICIES.put(preset.key(), policies.get("my-" + preset.key()));
                    }
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "celery               | 4  | 0",
                "ethernet             | 16 | 0",
                "unix-connect         | 7  | 0",
                "google-cloud         | 0  | 10m",
                "cenkalti             | 0  | 15m",
                "additive             | 5  | 0",
                "poll                 | 0  | 1m",
                "payment-notification | 16 | 0",
                "optimistic-lock      | 5  | 0",
                "aws                  | 3  | 0",
            })
    void stops(String preset, int maxAttempts, String maxElapsed) {
        assertThat(POLICIES.get(preset).limits())
                .isEqualTo(new Limits(maxAttempts, durations(maxElapsed)[0], Duration.ZERO));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "celery          | 0s 0s 0s 0s                     | 1s 2s 4s 8s",
                "ethernet        | 0s 0s 0s                        | 51200ns 153600ns 358400ns",
                "unix-connect    | 1s 2s 4s 8s 16s 32s             | 1s 2s 4s 8s 16s 32s",
                "google-cloud    | 1s 2s 4s 8s 16s 32s             | 2s 3s 5s 9s 17s 32s",
                "cenkalti        | 250ms 375ms                     | 750ms 1125ms",
                "additive        | 100ms 200ms 400ms               | 200ms 300ms 500ms",
                "poll            | 100ms 200ms 400ms               | 100ms 200ms 400ms",
                "optimistic-lock | 0s 0s 0s 0s 0s 0s               | 10ms 20ms 40ms 80ms 160ms 250ms",
                "aws             | 0s 0s 0s 0s 0s                  | 50ms 100ms 200ms 400ms 800ms",
            })
    void waits(String preset, String min, String max) {
        List<ScheduledDelay> rows = POLICIES.get(preset).schedule(20);
        assertThat(rows.stream().map(ScheduledDelay::min)).startsWith(durations(min));
        assertThat(rows.stream().map(ScheduledDelay::max)).startsWith(durations(max));
    }

    @ParameterizedTest
    @CsvSource({
        "celery, 600s",
        "unix-connect, 32s",
        "google-cloud, 32s",
        "cenkalti, 90s",
        "poll, 10s",
        "optimistic-lock, 250ms",
        "aws, 20s"
    })
    void isBounded(String preset, String longest) {
        assertThat(POLICIES.get(preset).schedule(100).get(98).max()).isEqualTo(durations(longest)[0]);
    }

    @Test
    void slowsDownForAThrottlingCalleeOnlyWhereItsSystemDoes() {
        POLICIES.forEach(
                (preset, policy) -> assertThat(policy.throttledSchedule(20).equals(policy.schedule(20)))
                        .as(preset)
                        .isEqualTo(!preset.equals("aws")));
        assertThat(POLICIES.get("aws").throttledSchedule(7).stream().map(ScheduledDelay::max))
                .containsExactly(durations("1s 2s 4s 8s 16s 20s"));
    }

    @Test
    void redeliversAPaymentFifteenTimesWithinAboutADay() {
        BackoffPolicy policy = POLICIES.get("payment-notification");
        assertThat(policy.schedule(16).stream().map(ScheduledDelay::max))
                .containsExactly(durations("15s 15s 30s 3m 10m 20m 30m 30m 30m 60m 3h 3h 3h 6h 6h"));
        assertThat(policy.schedule(16)).allMatch(row -> row.min().equals(row.max()));
        assertThat(policy.worstCase()).contains(Duration.parse("PT24H4M"));
    }

    @Test
    void attemptsToConnectAtTheTimesOfTheBook() {
        long[] at = POLICIES.get("unix-connect").schedule(7).stream()
                .mapToLong(row -> row.max().toSeconds())
                .toArray();
        Arrays.parallelPrefix(at, Long::sum);
        assertThat(at).containsExactly(1, 3, 7, 15, 31, 63);
    }

    @Test
    void waitsBeforeTheFirstAttemptOnlyToPoll() {
        POLICIES.forEach(
                (preset, policy) -> assertThat(policy.waitFirst()).as(preset).isEqualTo(preset.equals("poll")));
    }

    @Test
    void drawsWholeSeconds() {
        Delay delay = POLICIES.get("celery").delay();
        assertThat(IntStream.range(0, 50).mapToObj(seed -> delay.nanos(3, 0, new Random(seed))))
                .allMatch(nanos -> nanos % 1_000_000_000L == 0)
                .contains(0L, 4_000_000_000L);
    }

    @Test
    void takesTheOtherDocumentedCap(@TempDir Path directory) {
        new YamlApplication(directory)
                .yaml("backoff: {policies: {a: {preset: google-cloud, max-delay: 64s}}}")
                .run(policies -> assertThat(
                                policies.get("a").schedule(100).get(98).max())
                        .isEqualTo(Duration.ofSeconds(64)));
    }

    @ParameterizedTest
    @EnumSource(
            value = Preset.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"GOOGLE_CLOUD", "OPTIMISTIC_LOCK"})
    void leavesTheJudgementOfFailuresAlone(Preset preset) {
        assertThat(rules(preset.key()).retryOn().types()).containsExactly(Exception.class);
    }

    @Test
    void judgesFailuresWhereItsSystemDoes() {
        assertThat(rules("google-cloud").retryOn().types())
                .contains(IOException.class)
                .doesNotContain(Exception.class);
        assertThat(rules("optimistic-lock").retryOnSqlState()).containsExactlyInAnyOrder("40001", "40P01");
    }

    private static FailureRules rules(String preset) {
        return POLICIES.get(preset).classifier().rules();
    }

    private static Duration[] durations(String text) {
        return Arrays.stream(text.split(" ")).map(DurationStyle::detectAndParse).toArray(Duration[]::new);
    }
}
