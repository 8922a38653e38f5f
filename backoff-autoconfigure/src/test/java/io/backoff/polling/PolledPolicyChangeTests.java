package io.backoff.polling;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import io.backoff.config.YamlApplication;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingsReload;
import io.backoff.policy.BackoffPolicies;
import io.backoff.testkit.Applications;
import io.backoff.testkit.Rejections;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Changes at run time of policies that polled methods use. */
@ExtendWith(OutputCaptureExtension.class)
class PolledPolicyChangeTests {

    private static final Author ALICE = new Author("alice", ChangeSource.ENDPOINT);

    private final ApplicationContextRunner application = Applications.with(
                    BackoffAutoConfiguration.class, BackoffPollAutoConfiguration.class)
            .withPropertyValues(policy("outbox", "delay=10s, wait-first=true"))
            .withPropertyValues("backoff.policies.idle.wait-first=true")
            .withBean(Mail.class);

    @RegisterExtension
    final YamlApplication configured = new YamlApplication()
            .bean(BackoffPollAutoConfiguration.class)
            .bean(Mail.class)
            .argument("--backoff.reload.interval=1h")
            .argument("--backoff.policies.idle.delay=1s");

    @ParameterizedTest
    @CsvSource({
        "outbox, strategy, none",
        "outbox, strategy, stop",
        "outbox, delay, 0",
        "default, strategy, none",
    })
    void rejectsAPolicyWithoutDelay(String policy, String field, String value) {
        application.run(context -> {
            assertThatExceptionOfType(InvalidPropertyException.class)
                    .isThrownBy(() -> change(context, policy, field, value))
                    .satisfies(rejected -> {
                        assertThat(rejected.property()).isEqualTo("backoff.policies.outbox." + field);
                        assertThat(rejected.origin()).isEqualTo("actuator");
                        assertThat(rejected.reason())
                                .isEqualTo("@BackoffPoll on " + Mail.class.getName()
                                        + ".send: the policy 'outbox' has no delay, so the method would be called "
                                        + "without a pause");
                        assertThat(rejected.remedy()).startsWith("Name a policy with a 'delay'");
                    })
                    .satisfies(Rejections::areExplained);
            assertThat(context.getBean(BackoffPolicies.class)
                            .get("outbox")
                            .delay()
                            .bounds(1)
                            .max())
                    .isEqualTo(Duration.ofSeconds(10).toNanos());
        });
    }

    @Test
    void rejectsItBeforeTheChangeIsMade() {
        application.run(context -> assertThatExceptionOfType(InvalidPropertyException.class)
                .isThrownBy(() -> context.getBean(PolicyStore.class)
                        .preview(SettingsGroup.POLICIES, "outbox", Map.of("strategy", "none"))));
    }

    @Test
    void acceptsOtherChanges() {
        application.run(context -> {
            change(context, "outbox", "delay", "2s");
            change(context, "idle", "strategy", "none");
            BackoffPolicies policies = context.getBean(BackoffPolicies.class);
            assertThat(policies.get("outbox").delay().bounds(1).max())
                    .isEqualTo(Duration.ofSeconds(2).toNanos());
            assertThat(policies.get("idle").hasDelay()).isFalse();
        });
    }

    @Test
    void rejectsAReloadAsAWhole(CapturedOutput output) {
        configured
                .yaml("backoff: {policies: {outbox: {delay: 10s, wait-first: true}}}")
                .run(policies -> {
                    configured.yaml("backoff: {policies: {idle: {delay: 2s}, outbox: {delay: 0, wait-first: true}}}");
                    policies.context().getBean(SettingsReload.class).now(ChangeSource.RELOAD);
                    assertThat(policies.value("outbox", "delay")).isEqualTo(Duration.ofSeconds(10));
                    assertThat(policies.value("idle", "delay")).isEqualTo(Duration.ofSeconds(1));
                    assertThat(configured.log(output))
                            .contains(
                                    "The changed retry configuration is rejected",
                                    "Property: backoff.policies.outbox.delay Origin: application.yml:1:57",
                                    "the policy 'outbox' has no delay");
                });
    }

    private static void change(AssertableApplicationContext context, String policy, String field, String value) {
        context.getBean(PolicyStore.class).change(SettingsGroup.POLICIES, policy, Map.of(field, value), ALICE);
    }

    static class Mail {

        @BackoffPoll("outbox")
        public boolean send() {
            return false;
        }
    }
}
