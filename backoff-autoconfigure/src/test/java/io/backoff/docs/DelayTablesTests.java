package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.autoconfigure.JitterKind;
import io.backoff.autoconfigure.Preset;
import io.backoff.autoconfigure.Strategy;
import io.backoff.autoconfigure.Text;
import io.backoff.delay.Cap;
import io.backoff.docs.Docs.Table;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.ScheduledDelay;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The delays in the tables are those that the code yields. */
class DelayTablesTests {

    private static final Path POLICIES = Docs.GUIDE.resolve("policies.md");
    private static final Path PRESETS = Docs.GUIDE.resolve("presets.md");
    private static final int COLUMNS = 5;
    private static final int FAR = 1_000;

    @ParameterizedTest
    @EnumSource(Preset.class)
    void ofPreset(Preset preset) {
        String name = name(preset);
        BackoffPolicy policy = policy("preset=" + name);
        List<String> expected = new ArrayList<>(List.of("`" + name + "`"));
        int attempts = policy.limits().unlimited() ? FAR : policy.limits().maxAttempts();
        List<ScheduledDelay> schedule = policy.schedule(attempts);
        for (int i = 0; i < COLUMNS; i++) {
            expected.add(i < schedule.size() ? mean(schedule.get(i)) : "–");
        }
        expected.add(mean(schedule.get(schedule.size() - 1)));
        expected.add(policy.worstCase().map(DelayTablesTests::text).orElse("–"));

        assertThat(row(tableOf("1st"), name)).isEqualTo(expected);
    }

    @Test
    void ofPresetsAreComplete() {
        assertThat(Docs.tables(PRESETS, "preset"))
                .hasSize(2)
                .allSatisfy(table -> assertThat(names(table)).isEqualTo(names(Preset.values())));
    }

    @ParameterizedTest
    @EnumSource(value = Strategy.class, mode = EnumSource.Mode.EXCLUDE, names = "STOP")
    void ofStrategy(Strategy strategy) {
        String name = name(strategy);
        BackoffPolicy policy = strategy == Strategy.LIST
                ? policy("strategy=list", "jitter=none", "delays=15s,30s,3m")
                : policy("strategy=" + name, "jitter=none", "delay=100ms");
        String expected =
                policy.schedule(6).stream().map(DelayTablesTests::range).collect(Collectors.joining(", "));

        assertThat(row(Docs.table(POLICIES, "strategy"), name).get(2)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(JitterKind.class)
    void ofJitter(JitterKind jitter) {
        BackoffPolicy policy = policy("delay=1s", "jitter=" + name(jitter));

        assertThat(row(Docs.table(POLICIES, "jitter"), name(jitter)).get(2))
                .isEqualTo(range(policy.schedule(2).get(0)));
    }

    @ParameterizedTest
    @EnumSource(Cap.class)
    void ofCap(Cap cap) {
        BackoffPolicy policy = policy("delay=10s", "max-delay=10s", "jitter=proportional", "cap=" + name(cap));

        assertThat(row(Docs.table(POLICIES, "cap"), name(cap)).get(2))
                .isEqualTo(range(policy.schedule(2).get(0)));
    }

    @Test
    void ofChoicesAreComplete() {
        assertThat(names(Docs.table(POLICIES, "strategy"))).isEqualTo(names(Strategy.values()));
        assertThat(names(Docs.table(POLICIES, "jitter"))).isEqualTo(names(JitterKind.values()));
        assertThat(names(Docs.table(POLICIES, "cap"))).isEqualTo(names(Cap.values()));
    }

    private static BackoffPolicy policy(String... properties) {
        List<BackoffPolicy> policies = new ArrayList<>();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BackoffAutoConfiguration.class))
                .withPropertyValues(Arrays.stream(properties)
                        .map(each -> "backoff.policies.it." + each)
                        .toArray(String[]::new))
                .run(running ->
                        policies.add(running.getBean(BackoffPolicies.class).get("it")));
        return policies.get(0);
    }

    private static Table tableOf(String column) {
        return Docs.tables(PRESETS, "preset").stream()
                .filter(table -> table.header().contains(column))
                .findFirst()
                .orElseThrow();
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
        return String.valueOf(Text.of(constant));
    }

    private static String mean(ScheduledDelay delay) {
        return delay.min().equals(delay.max())
                ? text(delay.max())
                : text(delay.expected()) + " [" + text(delay.min()) + ", " + text(delay.max()) + "]";
    }

    private static String range(ScheduledDelay delay) {
        return delay.min().equals(delay.max()) ? text(delay.max()) : text(delay.min()) + " to " + text(delay.max());
    }

    /** Hours and minutes where they come out even, else the largest unit that there is one of; to the thousandth. */
    private static String text(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos == 0) {
            return "0";
        }
        if (nanos % 3_600_000_000_000L == 0) {
            return duration.toHours() + "h";
        }
        if (nanos % 60_000_000_000L == 0) {
            return (duration.toHours() > 0 ? duration.toHours() + "h " : "") + duration.toMinutesPart() + "m";
        }
        int digits = nanos >= 999_999_999 ? 9 : nanos >= 1_000_000 ? 6 : 3;
        String unit = digits == 9 ? "s" : digits == 6 ? "ms" : "µs";
        return BigDecimal.valueOf(nanos, digits)
                        .setScale(3, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString()
                + unit;
    }
}
