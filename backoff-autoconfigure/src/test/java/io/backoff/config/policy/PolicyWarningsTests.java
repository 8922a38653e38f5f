package io.backoff.config.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.config.SettingsGroup;
import io.backoff.config.YamlApplication;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Settings that are valid but unlikely to be intended cause warnings at startup. */
@ExtendWith(OutputCaptureExtension.class)
class PolicyWarningsTests {

    @RegisterExtension
    final YamlApplication application = new YamlApplication();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delay: 11s | delay is 11 s (application.yml:1:33), which is longer than max-delay, 10 s (default)",
                "preset: celery, delay: 11m | delay is 11 min (application.yml:1:49), which is longer than max-delay, 10 min",
                "max-delay: 100ms | max-delay is 100 ms (application.yml:1:37), which is shorter than delay, 200 ms",
                "max-delay: 0 | max-delay is 0 ms (application.yml:1:37), which is shorter than delay, 200 ms (default)",
                "strategy: stop, delay: 1s | delay is 1 s (application.yml:1:49): strategy 'stop' does not use it",
                "strategy: none, max-delay: 1s | max-delay is 1 s",
                "strategy: none, jitter: equal | jitter is equal",
                "strategy: list, delays: 1s, delay: 2s | strategy 'list' does not use it",
                "strategy: decorrelated, cap: clip | strategy 'decorrelated' does not use it",
                "strategy: binary-exponential, granularity: 1s | granularity is 1 s",
                "max-delay: 15s, throttled-delay: 20s | throttled-delay is 20 s (application.yml:1:59), which is "
                        + "longer than max-delay, 15 s (application.yml:1:37), so max-delay is used in its place",
                "throttled-delay: 2s, delay: 5s | throttled-delay is 2 s (application.yml:1:43): shorter than delay, "
                        + "5 s (application.yml:1:54), so a callee that asks to slow down is called sooner",
                "throttled-delay: 100ms | shorter than delay, 200 ms (default)",
                "pace-share: 0.1 | pace-share is 0.1 (application.yml:1:38): pace 'off' does not use it",
                "pace: off, pace-share: 0.1 | pace 'off' does not use it",
                "strategy: none, pace-share: 0.1 | pace 'off' does not use it",
                "granularity: 1s | granularity is 1 s (application.yml:1:39), which is longer than delay, 200 ms "
                        + "(default), so the first delay is rounded down to 0",
                "preset: celery, delay: 500ms | delay is 500 ms (application.yml:1:49), which is shorter than "
                        + "granularity, 1 s (preset celery), so the first delay is rounded down to 0",
                "strategy: list, delays: [10ms, 5s], granularity: 1s | granularity is 1 s (application.yml:1:75), "
                        + "which is longer than the first of delays, [10 ms, 5 s] (application.yml:1:",
                "strategy: decorrelated, delay: 300ms, granularity: 1s | granularity is 1 s",
                "retry-on: [java.lang.Exception, permanent] | group 'permanent' is also in abort-on, which wins",
                "abort-on: transient, retry-on: transient | group 'transient' is also in abort-on, which wins",
                "preset: aws, delay: 5s | throttled-delay is 1 s (preset aws): shorter than delay, 5 s (application.yml:1:46)",
            })
    void warnsOfSettingsWithoutEffect(String fields, String warning, CapturedOutput output) {
        assertThat(start(fields).log(output)).contains("WARN", "backoff.policies.a.", warning);
    }

    @Test
    void warnsOfAPaceShareThatAStrategyWithoutDelaysDoesNotUse(CapturedOutput output) {
        application
                .yaml("backoff: {policies: {a: {pace: adaptive}, b: {extends: a, strategy: none, pace-share: 0.1}}}")
                .run(policies -> {});
        assertThat(application.log(output))
                .contains("backoff.policies.b.pace-share is 0.1", "strategy 'none' does not");
    }

    /** An operator turns pacing off for a while, and wants to turn it on again as it was. */
    @Test
    void isSilentAboutAPaceThatIsTurnedOffAtRunTime(CapturedOutput output) {
        application
                .yaml("backoff: {policies: {a: {pace: adaptive, pace-share: 0.1}}}")
                .run(policies -> policies.context()
                        .getBean(PolicyStore.class)
                        .change(
                                SettingsGroup.POLICIES,
                                "a",
                                Map.of("pace", "off"),
                                Author.of(null, ChangeSource.ENDPOINT)));
        assertThat(output).doesNotContain("WARN");
    }

    /** All delays are 0 for another reason, of which there is a warning. */
    @Test
    void doesNotBlameTheGranularity(CapturedOutput output) {
        assertThat(start("max-delay: 0, granularity: 1s").log(output))
                .contains("max-delay is 0 ms")
                .doesNotContain("rounded down");
        application
                .yaml("backoff: {policies: {a: {max-delay: 0}, b: {extends: a, delay: 1s}}}")
                .run(policies -> assertThat(output).doesNotContain("rounded down"));
    }

    /** A policy that inherits the group has not written it twice. */
    @Test
    void warnsOfAGroupInBothListsWhereItIsWritten(CapturedOutput output) {
        application
                .yaml("backoff: {policies: {a: {retry-on: transient, abort-on: transient}, b: {extends: a}}}")
                .run(policies -> {});
        assertThat(output.toString().lines().filter(line -> line.contains("is also in abort-on")))
                .singleElement()
                .asString()
                .contains("backoff.policies.a.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delay: 10s",
                "delay: 1s, max-delay: 1s",
                "delay: 5s",
                "throttled-delay: 20s",
                "max-delay: 500ms",
                "delay: 1s, throttled-delay: 0",
                "preset: celery, delay: 5s",
                "retry-on: transient",
                "strategy: none, jitter: none",
                "strategy: list, delays: 1s",
                "strategy: decorrelated, granularity: 10ms",
                "pace: adaptive, pace-share: 0.1",
                "granularity: 200ms",
                "delay: 0, granularity: 1s",
                "delay: 900ms, jitter: proportional, granularity: 1s",
                "jitter: additive, granularity: 1s",
                "strategy: decorrelated, delay: 400ms, granularity: 1s",
                "strategy: list, delays: [0s, 5s], granularity: 1s",
                "preset: celery",
                "preset: payment-notification",
                "preset: ethernet",
            })
    void isSilentOtherwise(String fields, CapturedOutput output) {
        start(fields);
        assertThat(output).doesNotContain("WARN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "preset: google-cloud | for 10 min",
                "throttled-delay: 30s, max-delay: 60s, max-attempts: 4, max-elapsed: 0 | for 2 min 30 s",
                "preset: payment-notification | for 1 d 4 min",
                "max-attempts: 8, delay: 10s, jitter: none, max-elapsed: 61s | for 1 min 1 s",
                "max-attempts: 8, delay: 10s, jitter: none, max-elapsed: 0 | for 1 min 10 s",
            })
    void warnsOfAMethodThatCanHoldItsThreadForMoreThanAMinute(String fields, String worst, CapturedOutput output) {
        start(fields, Blocking.class);
        assertThat(output)
                .contains("WARN", "Blocking.call: with policy 'a', a call can block its thread " + worst)
                .contains("Lower 'max-elapsed' or 'max-attempts'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"max-attempts: 3", "max-attempts: 0, max-elapsed: 60s", "preset: google-cloud, enabled: false"})
    void doesNotWarnOfShorterCalls(String fields, CapturedOutput output) {
        start(fields, Blocking.class);
        assertThat(output).doesNotContain("can block its thread");
    }

    @ParameterizedTest
    @ValueSource(strings = {"preset: google-cloud", "attempt-timeout: 2s"})
    void leavesMethodsAloneThatDoNotBlock(String fields, CapturedOutput output) {
        start(fields, Asynchronous.class);
        assertThat(output).doesNotContain("can block its thread");
    }

    private YamlApplication start(String fields, Class<?>... beans) {
        Stream.of(beans).forEach(application::bean);
        application
                .yaml("backoff: {policies: {a: {" + fields + "}}}")
                .run(policies -> assertThat(policies.get("a")).isNotNull());
        return application;
    }

    static class Blocking {

        @Backoff("a")
        public void call() {}
    }

    static class Asynchronous {

        @Backoff("a")
        public CompletableFuture<String> call() {
            return CompletableFuture.completedFuture("done");
        }
    }
}
