package io.backoff.config.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.YamlApplication;
import io.backoff.delay.Delay;
import io.backoff.policy.BackoffPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What {@code throttled-delay} and {@code retry-after-spread} may be, and what follows from other settings. */
@ExtendWith(OutputCaptureExtension.class)
class ThrottledDelayTests {

    @RegisterExtension
    final YamlApplication application = new YamlApplication();

    private static final int RETRIES = 20;

    /** Each row: the fields of a policy, and the longest first delay after a failure that asks to slow down. */
    @Test
    void isASecondUnlessTheOtherSettingsSayOtherwise() {
        List<String[]> rows = rows("""
                max-attempts: 3                          | PT1S
                delay: 5s                                | PT5S
                throttled-delay: 2s                      | PT2S
                throttled-delay: 100ms                   | PT0.1S
                delay: 5s, throttled-delay: 2s           | PT2S
                delay: 300ms, throttled-delay: 0         | PT0.3S
                delay: 0                                 | PT1S
                throttled-delay: 20s                     | PT10S
                throttled-delay: 10s                     | PT10S
                max-delay: 500ms                         | PT0.5S
                delay: 11s                               | PT10S
                strategy: decorrelated, throttled-delay: 20s | PT10S
                strategy: binary-exponential, throttled-delay: 20s | PT10S
                max-delay: 500ms, throttled-delay: 800ms | PT0.5S
                strategy: list, delays: 3s               | PT3S
                strategy: none                           | PT0S
                strategy: stop                           | PT0S
                preset: aws                              | PT1S
                preset: aws, throttled-delay: 0          | PT0.05S
                preset: celery                           | PT1S
                preset: celery, throttled-delay: 3s      | PT3S
                preset: optimistic-lock                  | PT0.01S
                preset: poll                             | PT0.1S
                preset: ethernet                         | PT0.0000512S
                """);
        run(
                rows.stream().map(row -> row[0]).toList(),
                policies -> assertThat(IntStream.range(0, rows.size())
                                .mapToObj(row -> rows.get(row)[0] + " = " + first(policies.get("p" + row))))
                        .containsExactlyElementsOf(rows.stream()
                                .map(row -> row[0] + " = " + row[1])
                                .toList()));
    }

    @Test
    void replacesTheFirstDelayInTheFormulaOfEachStrategy() {
        List<String> formulas = List.of(
                "strategy: constant",
                "strategy: linear, increment: 700ms",
                "strategy: exponential, multiplier: 1.7",
                "strategy: exponential, jitter: proportional, jitter-factor: 0.3, cap: base",
                "strategy: exponential, jitter: additive, jitter-amount: 2s, cap: clip",
                "strategy: polynomial, exponent: 1.5, jitter: equal",
                "strategy: fibonacci, granularity: 100ms",
                "strategy: decorrelated",
                "strategy: binary-exponential, ceiling: 4");
        List<String> policies = formulas.stream()
                .flatMap(formula -> List.of(
                        formula + ", delay: 1s, throttled-delay: 3s, max-delay: 40s",
                        formula + ", delay: 3s, max-delay: 40s")
                        .stream())
                .toList();
        run(policies, running -> {
            for (int i = 0; i < formulas.size(); i++) {
                assertSameFormula(formulas.get(i), running.get("p" + 2 * i), running.get("p" + (2 * i + 1)));
            }
        });
    }

    private static void assertSameFormula(String formula, BackoffPolicy policy, BackoffPolicy slower) {
        assertThat(policy.throttledSchedule(RETRIES))
                .as(formula)
                .isEqualTo(slower.schedule(RETRIES))
                .isNotEqualTo(policy.schedule(RETRIES));
        assertThat(policy.throttledWorstCase()).as(formula).isEqualTo(slower.worstCase());
        assertThat(drawn(policy.delays().throttled())).as(formula).isEqualTo(drawn(slower.delay()));
    }

    private static List<Long> drawn(Delay delay) {
        Random random = new Random(7);
        return IntStream.rangeClosed(1, RETRIES)
                .mapToObj(wait -> delay.nanos(wait, Duration.ofSeconds(wait).toNanos(), random))
                .toList();
    }

    /** A slot time of 0 would be invalid, and the policy has not set it. */
    @Test
    void neverInvalidatesAPolicyThatDoesNotSetIt() {
        application
                .yaml("backoff: {policies: {default: {delay: 0, max-delay: 0}, "
                        + "a: {strategy: binary-exponential, delay: 1ms}}}")
                .run(policies -> assertThat(policies.get("a").throttledSchedule(3))
                        .isEqualTo(policies.get("a").schedule(3)));
    }

    @Test
    void areInheritedFieldByField() {
        String yaml = """
                backoff:
                  policies:
                    default: {throttled-delay: 3s, retry-after-spread: 0.1}
                    inheriting: {delay: 5s}
                    preset: {preset: unix-connect}
                    own: {throttled-delay: 4s}
                    child: {extends: own, retry-after-spread: 0}
                    ignoring: {extends: own, strategy: none}
                    listing: {extends: own, strategy: list, delays: 2s}
                """;
        application.yaml(yaml).run(policies -> {
            assertThat(first(policies.get("inheriting"))).isEqualTo(Duration.ofSeconds(3));
            assertThat(first(policies.get("preset"))).isEqualTo(Duration.ofSeconds(1));
            assertThat(policies.origin("preset", "throttled-delay")).isEqualTo("preset unix-connect");
            assertThat(spread(policies.get("preset"))).isEqualTo(0.1);
            assertThat(first(policies.get("child"))).isEqualTo(Duration.ofSeconds(4));
            assertThat(policies.origin("child", "throttled-delay")).isEqualTo("application.yml:6:28");
            assertThat(spread(policies.get("child"))).isZero();
            assertThat(spread(policies.get("own"))).isEqualTo(0.1);
            assertThat(first(policies.get("ignoring"))).isZero();
            assertThat(first(policies.get("listing"))).isEqualTo(Duration.ofSeconds(2));
        });
    }

    @Test
    void theSpreadIsHalfOfAHintAndReachesFromNothingToAllOfIt() {
        run(List.of("retry-after-spread: 0", "retry-after-spread: 1.0", "preset: aws"), policies -> {
            assertThat(spread(policies.get("default"))).isEqualTo(0.5);
            assertThat(spread(policies.get("p0"))).isZero();
            assertThat(spread(policies.get("p1"))).isOne();
            assertThat(spread(policies.get("p2"))).isEqualTo(0.5);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "strategy: none, throttled-delay: 2s | 2 s | strategy 'none' does not use it | begin with 'delay'",
                "strategy: stop, throttled-delay: 2s | 2 s | strategy 'stop' does not use it | begin with 'delay'",
                "strategy: list, delays: 1s, throttled-delay: 2s | 2 s | strategy 'list' does not use it | Remove it",
                "preset: payment-notification, throttled-delay: 0 | 0 ms | strategy 'list' does not use it | Remove it: "
                        + "the preset sets the strategy.",
                "throttled-delay: -1s | -1 s | it is negative | Use 0 or more.",
                "throttled-delay: soon | soon | it is not a duration | Write a number and a unit",
                "retry-after-spread: 1.01 | 1.01 | it must be between 0 and 1 | Use 0 for no spread.",
                "retry-after-spread: -0.1 | -0.1 | it must be between 0 and 1 | Use 0 for no spread.",
                "retry-after-spread: NaN | NaN | it must be between 0 and 1 | Use 0 for no spread.",
                "retry-after-spread: half | half | it is not a number | Write a number",
            })
    void areRejected(String fields, String value, String reason, String remedy, CapturedOutput output) {
        String field = fields.contains("spread") ? "retry-after-spread" : "throttled-delay";
        int column = "backoff: {policies: {a: {".length() + fields.indexOf(field) + field.length() + 3;

        String report =
                application.yaml("backoff: {policies: {a: {" + fields + "}}}").report(output);

        assertThat(report)
                .contains("Property: backoff.policies.a." + field + System.lineSeparator())
                .contains("Value: \"" + value + "\"")
                .contains("Origin: application.yml:1:" + column + System.lineSeparator())
                .contains("Reason: " + reason)
                .contains(remedy)
                .doesNotContain("Exception");
    }

    /** The policies p0, p1 and so on. */
    private void run(List<String> fields, Consumer<YamlApplication.Policies> check) {
        String entries = IntStream.range(0, fields.size())
                .mapToObj(i -> "    p" + i + ": {" + fields.get(i) + "}\n")
                .collect(Collectors.joining());
        application.yaml("backoff:\n  policies:\n" + entries).run(check);
    }

    private static List<String[]> rows(String text) {
        return text.lines().map(line -> line.strip().split(" +\\| ")).toList();
    }

    private static Duration first(BackoffPolicy policy) {
        return policy.throttledSchedule(2).get(0).max();
    }

    private static double spread(BackoffPolicy policy) {
        return policy.delays().retryAfterSpread().share();
    }
}
