package io.backoff.dryrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingPreview;
import io.backoff.config.change.SettingsLog;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.stats.CallMeters;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.BackoffPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class DryRunsTests {

    private static final String A = "policies.a.max-attempts=3";

    @Test
    void changesNothing(CapturedOutput output) {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel("io.backoff", LogLevel.DEBUG);
        try {
            Scenario.run(
                    scenario -> {
                        recover(scenario);
                        List<Object> before = state(scenario);
                        int logged = output.length();
                        scenario.policy("a", Map.of("max-attempts", "5", "budget", "spare", "max-delay", "1ms"));
                        scenario.policy("default", "delay", "1s");
                        scenario.budget("a", "tokens", "full");
                        scenario.budget("default", "burst", "1");
                        catchThrowable(() -> scenario.policy("a", "max-attempts", "many"));
                        assertThat(state(scenario)).isEqualTo(before);
                        assertThat(output.toString().substring(logged)).isEmpty();
                    },
                    A,
                    "budgets.spare.burst=3");
        } finally {
            logging.setLogLevel("io.backoff", null);
        }
    }

    @Test
    void saysWhatTheHistoryWouldSay() {
        Scenario.run(
                scenario -> {
                    Map<String, String> values = Map.of("delay", "1s", "max-attempts", "5");
                    DryRun run = scenario.policy("a", values);
                    scenario.context
                            .getBean(PolicyStore.class)
                            .change(SettingsGroup.POLICIES, "a", values, Author.of(null, ChangeSource.ENDPOINT));
                    assertThat(scenario.context.getBean(SettingsLog.class).latest())
                            .hasSize(2)
                            .allSatisfy(change -> {
                                String field = change.property().substring("backoff.policies.a.".length());
                                assertThat(run.values().get(field).from()).isEqualTo(change.from());
                                assertThat(run.values().get(field).to()).isEqualTo(change.to());
                            });
                },
                A);
    }

    @Test
    void aValueThatIsInForceIsNoDifference() {
        Scenario.run(
                scenario -> {
                    DryRun run = scenario.policy("a", "max-attempts", "3");
                    assertThat(run.values().get("max-attempts").from()).isEqualTo("3");
                    assertThat(run.values().get("max-attempts").to()).isEqualTo("3");
                    assertThat(run.outage().to()).isEqualTo(run.outage().from());
                },
                A);
    }

    @Test
    void aLimitOfRetriesIsOneOfAttempts() {
        Scenario.run(
                scenario -> assertThat(scenario.policy("a", "max-retries", "4").values())
                        .isEqualTo(Map.of("max-attempts", new SettingPreview.Value("3", "5"))),
                A);
    }

    @Test
    void rejectsWhatAChangeRejects() {
        Scenario.run(
                scenario -> {
                    PolicyStore store = scenario.context.getBean(PolicyStore.class);
                    for (Map<String, String> each : List.of(
                            Map.of("max-attempts", "many"),
                            Map.of("max-atempts", "3"),
                            Map.of("increment", "1s"),
                            Map.of("budget", "nobodys"))) {
                        Throwable real = catchThrowable(() -> store.change(
                                SettingsGroup.POLICIES, "a", each, Author.of(null, ChangeSource.ENDPOINT)));
                        assertThatThrownBy(() -> scenario.policy("a", each))
                                .hasSameClassAs(real)
                                .hasMessage(real.getMessage());
                    }
                    assertThatThrownBy(() -> scenario.budget("a", "tokens", "7"))
                            .hasMessageContaining("tokens can only be set to 'full'");
                    assertThatThrownBy(() -> scenario.policy("nobody", "delay", "1s"))
                            .isInstanceOf(NoSuchElementException.class);
                },
                A);
    }

    @Test
    void observesCallsSinceTheStart() {
        Scenario.run(
                scenario -> {
                    Instant start = scenario.time.instant();
                    scenario.succeeded("a", 1, 90);
                    scenario.failed("a", 1, 30, Scenario.IO);
                    scenario.succeeded("a", 2, 30);
                    scenario.time.advance(Duration.ofSeconds(60));
                    DryRun.Observed observed =
                            scenario.policy("a", "delay", "1s").observed();
                    assertThat(observed.calls()).isEqualTo(120);
                    assertThat(observed.since()).isEqualTo(start);
                    assertThat(observed.callsPerSecond()).isEqualTo(2, within(1e-9));
                    assertThat(observed.failedAttempts()).isEqualTo(0.2, within(1e-9));
                },
                A);
    }

    @Test
    void fewCallsAreNotReplayed() {
        Scenario.run(
                scenario -> {
                    scenario.succeeded("a", 1, 99);
                    DryRun few = scenario.policy("a", "delay", "1s");
                    assertThat(few.replay()).isNull();
                    assertThat(few.reasons())
                            .containsExactly("No replay: 99 calls were observed, but at least 100 are needed.");
                    assertThat(few.outage().to().attemptsPerCall()).isGreaterThan(1);
                    scenario.succeeded("a", 1, 1);
                    assertThat(scenario.policy("a", "delay", "1s").replay()).isNotNull();
                },
                A);
    }

    @ParameterizedTest
    @CsvSource({
        "retry-on, java.io.IOException, causes",
        "abort-on, java.io.IOException, causes",
        "retry-on-status, 429, causes",
        "retry-after-first-element, true, streams",
        "attempt-timeout, 1s, duration",
        "honor-retry-after, true, ignored",
        "preset, optimistic-lock, causes"
    })
    void whatTheRecordCannotKnowIsNotReplayed(String property, String value, String reason) {
        Scenario.run(
                scenario -> {
                    scenario.succeeded("a", 1, 100);
                    DryRun run = scenario.policy("a", property, value);
                    assertThat(run.replay()).isNull();
                    assertThat(run.reasons())
                            .singleElement()
                            .asString()
                            .startsWith("No replay: '")
                            .contains(reason);
                },
                A,
                "policies.a.honor-retry-after=false");
    }

    @Test
    void aBudgetWithoutPoliciesHasNoCalls() {
        Scenario.run(
                scenario -> {
                    DryRun run = scenario.budget("spare", "burst", "1");
                    assertThat(run.policies()).isEmpty();
                    assertThat(run.outage().to().attemptsPerCall()).isOne();
                },
                "budgets.spare.burst=3");
    }

    @Test
    void saysWhichPoliciesAreNotRecorded() {
        Scenario.run(
                scenario -> {
                    AttemptRecords records = scenario.context.getBean(AttemptRecords.class);
                    for (int i = 0; i < AttemptRecords.MOST; i++) {
                        new CallStatisticsRegistry(() -> CallMeters.Factory.NONE, records)
                                .of(named(scenario, "other " + i), "Shop.order")
                                .attempts()
                                .succeeded(1, scenario.time.nanoTime());
                    }
                    scenario.succeeded("a", 1, 200);
                    DryRun run = scenario.policy("a", "delay", "1s");
                    assertThat(run.observed().calls()).isZero();
                    assertThat(run.reasons()).anyMatch(each -> each.startsWith("The calls of policy 'a' are not"));
                },
                A);
    }

    private static BackoffPolicy named(Scenario scenario, String name) {
        BackoffPolicy policy = scenario.context.getBean(PolicyStore.class).get().get("a");
        return new BackoffPolicy(
                name,
                policy.enabled(),
                policy.delays(),
                policy.limits(),
                policy.classifier(),
                policy.budget(),
                policy.results(),
                false);
    }

    /** A call that gives up, and one that recovers: both are logged. Simulated calls must log neither again. */
    private static void recover(Scenario scenario) {
        scenario.failed("a", 1, 500, Scenario.IO);
        scenario.succeeded("a", 1, 500);
        scenario.time.advance(Duration.ofMinutes(1));
        scenario.context.getBean(Budgets.class).find("a").tryWithdraw(scenario.time.nanoTime());
    }

    private static List<Object> state(Scenario scenario) {
        PolicyStore store = scenario.context.getBean(PolicyStore.class);
        Budgets budgets = scenario.context.getBean(Budgets.class);
        CallStatisticsRegistry statistics = scenario.context.getBean(CallStatisticsRegistry.class);
        return List.of(
                store.get(),
                store.overrides(),
                store.settings(SettingsGroup.POLICIES, "a"),
                budgets.all().stream().map(DryRunsTests::state).toList(),
                scenario.context.getBean(SettingsLog.class).latest(),
                statistics.counts("a"),
                statistics.all().size(),
                scenario.context
                        .getBean(AttemptRecords.class)
                        .window("a", scenario.time.nanoTime())
                        .total()
                        .attempts(),
                scenario.time.waits());
    }

    private static List<Object> state(RetryBudget budget) {
        return List.of(
                budget.name(),
                budget.limits(),
                budget.tokens(),
                Arrays.stream(Withdrawal.values()).map(budget::withdrawals).toList());
    }
}
