package io.backoff.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.ReloadCounts;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import io.backoff.testkit.FailingRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SettingMetersTests {

    @TempDir
    private Path directory;

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final ApplicationContextRunner application = Applications.with(
                    BackoffAutoConfiguration.class, BackoffMetricsAutoConfiguration.class)
            .withBean(FakeTime.class)
            .withBean(MeterRegistry.class, () -> registry);

    @Test
    void existFromTheStart() {
        application.run(running -> {
            assertThat(overrides()).isZero();
            assertThat(reloads("applied")).isZero();
            assertThat(reloads("refused")).isZero();
        });
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void showWhatWasChangedAndNotTakenBack() {
        application.run(running -> {
            PolicyStore store = running.getBean(PolicyStore.class);
            store.change(
                    SettingsGroup.POLICIES, "default", Map.of("delay", "3s"), Author.of(null, ChangeSource.ENDPOINT));
            store.change(
                    SettingsGroup.BUDGETS, "default", Map.of("burst", "3"), Author.of(null, ChangeSource.ENDPOINT));
            assertThat(overrides()).isEqualTo(2);
            store.change(
                    SettingsGroup.POLICIES,
                    "default",
                    Map.of("delay", "200ms"),
                    Author.of(null, ChangeSource.ENDPOINT));
            assertThat(overrides()).isEqualTo(2); // an override that equals the default counts
            store.reset(SettingsGroup.POLICIES, "default", Author.of(null, ChangeSource.ENDPOINT));
            assertThat(overrides()).isOne();
        });
    }

    @Test
    void countReloads() {
        write("backoff: {reload: {interval: 10s}}");
        application
                .withInitializer(new ConfigDataApplicationContextInitializer())
                .withPropertyValues("spring.config.location=file:" + directory + "/")
                .run(running -> {
                    FakeTime time = running.getBean(FakeTime.class);
                    write("backoff: {reload: {interval: 10s}, policies: {default: {delay: 1s}}}");
                    time.advance(Duration.ofSeconds(20));
                    write("backoff: {reload: {interval: 10s}, policies: {default: {delay: soon}}}");
                    time.advance(Duration.ofSeconds(10));
                    assertThat(reloads("applied")).isOne();
                    assertThat(reloads("refused")).isOne();
                });
    }

    @Test
    void surviveRegistryThatFails() {
        Applications.with(BackoffAutoConfiguration.class, BackoffMetricsAutoConfiguration.class)
                .withBean(MeterRegistry.class, () -> new FailingRegistry(true))
                .run(running -> assertThat(running).hasNotFailed().hasSingleBean(ReloadCounts.class));
    }

    private void write(String yaml) {
        try {
            Files.writeString(directory.resolve("application.yml"), yaml);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private double overrides() {
        return registry.get("backoff.overrides").gauge().value();
    }

    private double reloads(String result) {
        return registry.get("backoff.reloads")
                .tag("result", result)
                .functionCounter()
                .count();
    }
}
