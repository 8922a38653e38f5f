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
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The delays in the tables match those that the code yields. */
class DelayTablesTests {

    private static final Path POLICIES = Docs.GUIDE.resolve("policies.md");

    @Test
    void picturesOfPresetsAreGenerated() {
        Generated.assertParts(POLICIES, part -> ScheduleImagesTests.onThePage());
    }

    @Test
    void ofPresetsHaveFormulas() {
        assertThat(names(Docs.tables(POLICIES, "preset").get(0))).isEqualTo(names(Preset.values()));
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

    private static String range(ScheduledDelay delay) {
        return delay.min().equals(delay.max())
                ? Delays.text(delay.max())
                : Delays.text(delay.min()) + " to " + Delays.text(delay.max());
    }
}
