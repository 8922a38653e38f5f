package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.YamlApplication.Policies;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.ReloadCounts;
import io.backoff.config.change.SettingChange;
import io.backoff.config.change.SettingChanges;
import io.backoff.config.change.SettingsLog;
import io.backoff.test.FakeTime;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The history of reloads, and what keeps a changed configuration from taking effect. */
@ExtendWith(OutputCaptureExtension.class)
class ReloadHistoryTests {

    private static final Author ALICE = new Author("alice", ChangeSource.ENDPOINT);

    @TempDir
    private Path directory;

    private YamlApplication application;

    @BeforeEach
    void prepare() {
        application = new YamlApplication(directory)
                .bean(FakeTime.class)
                .argument("--backoff.reload.interval=10s")
                .argument("--logging.level." + SettingsLog.class.getName() + "=info")
                .yaml("backoff: {policies: {a: {max-attempts: 5, delay: 100ms}}}");
    }

    @Test
    void namesTheOriginInPlaceOfAPrincipal(CapturedOutput output) {
        application.run(policies -> {
            reload(policies, "backoff: {policies: {a: {max-attempts: 7}}}");
            String file = directory + File.separator + "application.yml:1:40";
            assertThat(changes(policies))
                    .containsExactly(
                            new SettingChange(
                                    policies.context().getBean(FakeTime.class).instant(),
                                    file,
                                    ChangeSource.RELOAD,
                                    "backoff.policies.a.max-attempts",
                                    "5",
                                    "7"),
                            new SettingChange(
                                    policies.context().getBean(FakeTime.class).instant(),
                                    "default",
                                    ChangeSource.RELOAD,
                                    "backoff.policies.a.delay",
                                    "PT0.1S",
                                    "PT0.2S"));
            assertThat(output)
                    .contains(
                            "Backoff: backoff.policies.a.max-attempts changed from 5 to 7, from " + file + " (reload)")
                    .contains(
                            "Backoff: backoff.policies.a.delay changed from 100 ms to 200 ms (built-in default; reload)");
        });
    }

    @Test
    void leavesOutWhatStaysTheSame() {
        application.run(policies -> {
            reload(policies, "\n\nbackoff: {policies: {a: {delay: 0.1s, jitter: full, max-attempts: 5}}}");
            reload(policies, "backoff: {policies: {a: {delay: 100ms, max-attempts: 5}}, budgets: {a: {burst: 20}}}");
            assertThat(changes(policies)).isEmpty();
        });
    }

    @Test
    void leavesOutWhatAnotherChangeIsOnTopOf() {
        application.run(policies -> {
            PolicyStore store = policies.context().getBean(PolicyStore.class);
            store.change(SettingsGroup.POLICIES, "a", Map.of("max-attempts", "1"), ALICE);
            reload(policies, "backoff: {policies: {a: {max-attempts: 8, delay: 100ms}}}");
            assertThat(changes(policies)).hasSize(1);
            store.reset(SettingsGroup.POLICIES, "a", ALICE);
            assertThat(changes(policies).get(0).to()).isEqualTo("8");
        });
    }

    @Test
    void namesNewPoliciesAndBudgets() {
        application.run(policies -> {
            reload(policies, """
                    backoff: {policies: {a: {max-attempts: 5, delay: 100ms}, b: {delay: 1s}},
                              budgets: {default: {burst: 9}, shared: {ratio: 0.3}}}""");
            assertThat(changes(policies))
                    .extracting(each -> each.property() + " " + each.from() + " " + each.to())
                    .containsExactly(
                            "backoff.budgets.shared.ratio null 0.3",
                            "backoff.budgets.default.burst 20 9",
                            "backoff.policies.b.delay null PT1S");
        });
    }

    @Test
    void countsAppliedAndRejectedReloads() {
        application.run(policies -> {
            ReloadCounts counts = policies.context().getBean(ReloadCounts.class);
            tick(policies);
            assertThat(counts.applied()).isZero();
            reload(policies, "backoff: {policies: {a: {max-attempts: 7}}}");
            tick(policies);
            assertThat(counts.applied()).isOne();
            reload(policies, "backoff: {policies: {a: {max-attempts: -7}}}");
            tick(policies);
            assertThat(counts.applied()).isOne();
            assertThat(counts.rejected()).isEqualTo(2);
            assertThat(changes(policies)).hasSize(2);
        });
    }

    @Test
    void countsEveryChangeUntilItIsTakenBack() {
        application.run(policies -> {
            PolicyStore store = policies.context().getBean(PolicyStore.class);
            assertThat(store.overrides()).isZero();
            store.change(SettingsGroup.POLICIES, "a", Map.of("max-attempts", "8", "delay", "100ms"), ALICE);
            assertThat(store.overrides()).isEqualTo(2); // although the delay equals the configured one
            store.change(SettingsGroup.POLICIES, "default", Map.of("multiplier", "3", "jitter", "full"), ALICE);
            store.change(SettingsGroup.BUDGETS, "a", Map.of("burst", "7", "ratio", "0.1"), ALICE);
            assertThat(store.overrides()).isEqualTo(6);
            reload(policies, "backoff: {policies: {a: {max-attempts: 8, delay: 1s}}}");
            assertThat(store.overrides()).isEqualTo(6);
            store.reset(SettingsGroup.POLICIES, "a", ALICE);
            assertThat(store.overrides()).isEqualTo(4);
            store.reset(SettingsGroup.POLICIES, "default", ALICE);
            store.reset(SettingsGroup.BUDGETS, "a", ALICE);
            assertThat(store.overrides()).isZero();
        });
    }

    /** Without the change, the configuration could not even be merged. */
    @Test
    void allOverridesCountWhereTheConfigurationNeedsThem() {
        application.run(policies -> {
            PolicyStore store = policies.context().getBean(PolicyStore.class);
            store.change(SettingsGroup.POLICIES, "a", Map.of("extends", "default", "delay", "2s"), ALICE);
            reload(policies, "backoff: {policies: {a: {extends: nobody, delay: 2s}}}");
            assertThat(policies.value("a", "delay")).isEqualTo(Duration.ofSeconds(2));
            assertThat(store.overrides()).isEqualTo(2);
        });
    }

    private void reload(Policies policies, String yaml) {
        application.yaml(yaml);
        tick(policies);
    }

    private static void tick(Policies policies) {
        policies.context().getBean(FakeTime.class).advance(Duration.ofSeconds(10));
    }

    private static List<SettingChange> changes(Policies policies) {
        return policies.context().getBean(SettingChanges.class).latest();
    }
}
