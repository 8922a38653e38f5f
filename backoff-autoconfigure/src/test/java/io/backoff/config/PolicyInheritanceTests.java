package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.RetryBudget;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingPreview;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first of own value, own preset, extended policy and built-in default that sets a field wins. */
class PolicyInheritanceTests {

    @RegisterExtension
    final YamlApplication application = new YamlApplication();

    @Test
    void hasADefaultPolicyWithoutAnyConfiguration() {
        application.yaml("").run(policies -> {
            assertThat(policies.settings("default").values())
                    .allMatch(each -> each.origin().equals("default"));
            assertThat(policies.value("default", "max-attempts")).isEqualTo(3);
            assertThat(policies.get("default").worstCase()).contains(Duration.ofMillis(600));
        });
    }

    @Test
    void inheritsFromTheDefaultPolicyFieldByField() {
        run("""
                default: {max-attempts: 5, delay: 1s}
                a: {delay: 2s}
                """, policies -> {
            assertThat(policies.value("a", "delay")).isEqualTo(Duration.ofSeconds(2));
            assertThat(policies.value("a", "max-attempts")).isEqualTo(5);
            assertThat(policies.origin("a", "max-attempts")).isEqualTo("application.yml:3:29");
            assertThat(policies.origin("a", "max-elapsed")).isEqualTo("default");
        });
    }

    @Test
    void inheritsThroughAChain() {
        run("""
                c: {extends: b, delay: 3s}
                b: {extends: a, max-attempts: 7}
                a: {max-elapsed: 40s, jitter: none}
                """, policies -> {
            assertThat(policies.value("c", "delay")).isEqualTo(Duration.ofSeconds(3));
            assertThat(policies.value("c", "max-attempts")).isEqualTo(7);
            assertThat(policies.value("c", "max-elapsed")).isEqualTo(Duration.ofSeconds(40));
            assertThat(policies.value("c", "jitter")).isEqualTo(JitterKind.NONE);
        });
    }

    @Test
    void declaresNoBudgetByAChangeAtRunTime() {
        run("""
                a: {max-attempts: 5}
                b: {max-attempts: 5}
                budgets: {b: {ratio: 0.2}}
                """, policies -> {
            PolicyStore store = policies.context().getBean(PolicyStore.class);
            store.change(SettingsGroup.BUDGETS, "a", Map.of("ratio", "0.2"), new Author("ada", ChangeSource.ENDPOINT));
            assertThat(store.hasBudget("a")).isFalse();
            assertThat(store.hasBudget("b")).isTrue();
        });
    }

    @Test
    void countsRetriesInsteadOfAttemptsWhereAsked() {
        run("""
                a: {max-retries: 4}
                b: {extends: a}
                c: {extends: a, max-attempts: 2}
                d: {max-retries: "${some.retries:0}"}
                e: {extends: c, max-retries: 6}
                """, policies -> {
            assertThat(policies.value("a", "max-attempts")).isEqualTo(5);
            assertThat(policies.origin("a", "max-attempts")).isEqualTo("application.yml:3:22");
            assertThat(policies.value("b", "max-attempts")).isEqualTo(5);
            assertThat(policies.value("c", "max-attempts")).isEqualTo(2);
            assertThat(policies.get("d").retries()).isFalse();
            assertThat(policies.value("e", "max-attempts")).isEqualTo(7);
            assertThat(policies.settings("a")).doesNotContainKey("max-retries");

            PolicyStore store = policies.context().getBean(PolicyStore.class);
            var author = new Author("ada", ChangeSource.ENDPOINT);
            store.change(SettingsGroup.POLICIES, "a", Map.of("max-retries", "9"), author);
            assertThat(policies.value("b", "max-attempts")).isEqualTo(10);
            assertThat(store.preview(SettingsGroup.POLICIES, "a", Map.of("max-retries", "1"))
                            .values())
                    .containsEntry("max-attempts", new SettingPreview.Value("10", "2"));
        });
    }

    @Test
    void prefersItsPresetToThePolicyThatItExtends() {
        run("""
                a: {max-attempts: 9, max-elapsed: 9s, retry-on: [java.io.IOException], honor-retry-after: false}
                b: {extends: a, preset: celery, delay: 2s}
                """, policies -> {
            assertThat(policies.value("b", "delay")).isEqualTo(Duration.ofSeconds(2));
            assertThat(policies.value("b", "max-attempts")).isEqualTo(4);
            assertThat(policies.origin("b", "max-attempts")).isEqualTo("preset celery");
            assertThat(policies.value("b", "max-elapsed")).isEqualTo(Duration.ZERO);
            assertThat(policies.value("b", "retry-on")).hasToString("[java.io.IOException]");
            assertThat(policies.value("b", "honor-retry-after")).isEqualTo(false);
        });
    }

    @Test
    void inheritsWhatThePresetOfItsParentMeans() {
        run("""
                a: {preset: celery}
                b: {extends: a, max-attempts: 2}
                """, policies -> {
            assertThat(policies.value("b", "granularity")).isEqualTo(Duration.ofSeconds(1));
            assertThat(policies.value("b", "max-attempts")).isEqualTo(2);
            assertThat(policies.settings("b")).doesNotContainKey("preset");
        });
    }

    @Test
    void replacesAStrategyThatItsParentHasFromAPreset() {
        run(
                """
                a: {preset: payment-notification}
                b: {extends: a, strategy: constant, delay: 1s}
                """,
                policies -> assertThat(policies.get("b").schedule(3))
                        .allMatch(row -> row.max().equals(Duration.ofSeconds(1))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "default: {multiplier: 3.0}\na: {strategy: linear, increment: 1s}",
                "p: {strategy: list, delays: 1s}\na: {extends: p, strategy: exponential}",
                "p: {strategy: polynomial, exponent: 3.0}\na: {extends: p, strategy: fibonacci}",
                "p: {jitter: proportional, jitter-factor: 0.2}\na: {extends: p, jitter: none}",
                "p: {jitter: additive, jitter-amount: 2s}\na: {extends: p, strategy: decorrelated}",
                "p: {jitter: equal}\na: {extends: p, strategy: binary-exponential}",
                "a: {preset: payment-notification, delays: 1s}",
                "a: {preset: cenkalti, jitter-factor: 0.1, multiplier: 2.0}",
                "a: {preset: google-cloud, max-delay: 64s}",
                "a: {max-attempts: 0}",
                "a: {max-elapsed: 0}",
                "a: {delay: 0, jitter: none}",
                "a: {strategy: decorrelated, jitter: none}",
                "a: {multiplier: 1}",
                "a: {jitter: proportional, jitter-factor: 1}",
                "a: {retry-on-status: '429,5xx,520-526'}",
                "a: {delay: 11s}",
            })
    void acceptsInheritedFieldsThatDoNotApplyAndTheEdgesOfRanges(String text) {
        run(text, policies -> assertThat(policies.get("a").name()).isEqualTo("a"));
    }

    @Test
    void replacesListsAsAWhole() {
        run("""
                default: {retry-on: [java.io.IOException, java.lang.Error], retry-on-status: [500, 502]}
                a: {abort-on: [], retry-on-status: }
                b: {retry-on: [java.lang.Error]}
                """, policies -> {
            assertThat(policies.value("a", "abort-on")).isEqualTo(List.of());
            assertThat(policies.value("a", "retry-on-status")).isEqualTo(List.of());
            assertThat(policies.value("b", "retry-on")).hasToString("[java.lang.Error]");
            assertThat(policies.value("b", "retry-on-status")).isEqualTo(List.of("500", "502"));
        });
    }

    @Test
    void declaresAPolicyWithoutAnyField() {
        run("a: {}\nb:\n", policies -> {
            assertThat(policies.get("a").limits().maxAttempts()).isEqualTo(3);
            assertThat(policies.get("b").limits().maxAttempts()).isEqualTo(3);
        });
    }

    @Test
    void drawsFromItsOwnBudgetUnlessItNamesOne() {
        run("""
                a: {delay: 1s}
                b: {budget: shared}
                c: {extends: b}
                d: {budget: none}
                budgets:
                  default: {ratio: 0.5}
                  shared: {burst: 7}
                  a: {burst: 3}
                """, policies -> {
            assertThat(policies.get("a").budget().name()).isEqualTo("a");
            assertThat(policies.get("a").budget().capacity()).isEqualTo(3);
            assertThat(policies.get("a").budget().limits().ratio()).isEqualTo(0.5);
            assertThat(policies.get("b").budget().capacity()).isEqualTo(7);
            assertThat(policies.get("c").budget()).isSameAs(policies.get("b").budget());
            assertThat(policies.get("d").budget()).isSameAs(RetryBudget.UNLIMITED);
        });
    }

    @Test
    void canTurnOffOnePolicy() {
        run("a: {enabled: false}\nb: {extends: a}\nc: {delay: 1s}", policies -> {
            assertThat(policies.get("a").enabled()).isFalse();
            assertThat(policies.get("b").enabled()).isFalse();
            assertThat(policies.get("c").enabled()).isTrue();
        });
    }

    private void run(String policies, Consumer<YamlApplication.Policies> check) {
        String entries = policies.lines()
                .map(line -> (line.startsWith("budgets:") || line.startsWith(" ") ? "  " : "    ") + line)
                .collect(Collectors.joining("\n"));
        application.yaml("backoff:\n  policies:\n" + entries).run(check);
    }
}
