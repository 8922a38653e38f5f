package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.JitterKind;
import io.backoff.config.Preset;
import io.backoff.config.PropertyFormat;
import io.backoff.config.Strategy;
import io.backoff.delay.Cap;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.ScheduledDelay;
import io.backoff.testkit.Docs;
import io.backoff.testkit.Docs.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The delays in the tables match those that the code yields. */
class DelayTablesTests {

    private static final Path POLICIES = Docs.GUIDE.resolve("policies.md");
    private static final Path PRESETS = Docs.GUIDE.resolve("presets.md");
    private static final int COLUMNS = 5;
    private static final int FAR = 1_000;

    @Test
    void ofPresetsAreGenerated() {
        Generated.assertParts(
                PRESETS, part -> part.equals("pictures") ? ScheduleImagesTests.onThePage() : delaysOfPresets());
    }

    @Test
    void ofPresetsHaveFormulas() {
        assertThat(names(Docs.tables(PRESETS, "preset").get(0))).isEqualTo(names(Preset.values()));
    }

    private static String delaysOfPresets() {
        return "| preset | 1st | 2nd | 3rd | 4th | 5th | last | in all |\n|---|---|---|---|---|---|---|---|\n"
                + Arrays.stream(Preset.values())
                        .map(each -> "| " + String.join(" | ", row(name(each))) + " |\n")
                        .collect(Collectors.joining());
    }

    private static List<String> row(String preset) {
        BackoffPolicy policy = Delays.policy("preset=" + preset);
        List<String> row = new ArrayList<>(List.of("`" + preset + "`"));
        int attempts = policy.limits().unlimited() ? FAR : policy.limits().maxAttempts();
        List<ScheduledDelay> schedule = policy.schedule(attempts);
        for (int i = 0; i < COLUMNS; i++) {
            row.add(i < schedule.size() ? mean(schedule.get(i)) : "–");
        }
        row.add(mean(schedule.get(schedule.size() - 1)));
        row.add(policy.worstCase().map(Delays::text).orElse("–"));
        return row;
    }

    @ParameterizedTest
    @EnumSource(value = Strategy.class, mode = EnumSource.Mode.EXCLUDE, names = "STOP")
    void ofStrategy(Strategy strategy) {
        String name = name(strategy);
        BackoffPolicy policy = strategy == Strategy.LIST
                ? Delays.policy("strategy=list", "jitter=none", "delays=15s,30s,3m")
                : Delays.policy("strategy=" + name, "jitter=none", "delay=100ms");
        String expected =
                policy.schedule(6).stream().map(DelayTablesTests::range).collect(Collectors.joining(", "));

        assertThat(row(Docs.table(POLICIES, "strategy"), name).get(2)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(JitterKind.class)
    void ofJitter(JitterKind jitter) {
        BackoffPolicy policy = Delays.policy("delay=1s", "jitter=" + name(jitter));

        assertThat(row(Docs.table(POLICIES, "jitter"), name(jitter)).get(2))
                .isEqualTo(range(policy.schedule(2).get(0)));
    }

    @ParameterizedTest
    @EnumSource(Cap.class)
    void ofCap(Cap cap) {
        BackoffPolicy policy = Delays.policy("delay=10s", "max-delay=10s", "jitter=proportional", "cap=" + name(cap));

        assertThat(row(Docs.table(POLICIES, "cap"), name(cap)).get(2))
                .isEqualTo(range(policy.schedule(2).get(0)));
    }

    @Test
    void ofChoicesAreComplete() {
        assertThat(names(Docs.table(POLICIES, "strategy"))).isEqualTo(names(Strategy.values()));
        assertThat(names(Docs.table(POLICIES, "jitter"))).isEqualTo(names(JitterKind.values()));
        assertThat(names(Docs.table(POLICIES, "cap"))).isEqualTo(names(Cap.values()));
    }

    private static List<String> row(Table table, String name) {
        return table.rows().stream()
                .filter(row -> row.get(0).equals("`" + name + "`"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No row for " + name));
    }

    private static List<String> names(Table table) {
        return table.rows().stream().map(row -> Docs.code(row.get(0)).get(0)).toList();
    }

    private static List<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants).map(DelayTablesTests::name).toList();
    }

    private static String name(Enum<?> constant) {
        return String.valueOf(PropertyFormat.of(constant));
    }

    private static String mean(ScheduledDelay delay) {
        return delay.min().equals(delay.max())
                ? Delays.text(delay.max())
                : Delays.text(delay.expected()) + " [" + Delays.text(delay.min()) + ", " + Delays.text(delay.max())
                        + "]";
    }

    private static String range(ScheduledDelay delay) {
        return delay.min().equals(delay.max())
                ? Delays.text(delay.max())
                : Delays.text(delay.min()) + " to " + Delays.text(delay.max());
    }
}
