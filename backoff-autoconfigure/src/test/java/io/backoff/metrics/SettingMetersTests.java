package io.backoff.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingsReload;
import io.backoff.meters.ContextMeters;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Meters of budgets, and of changes of settings. */
class SettingMetersTests {

    @TempDir
    private Path directory;

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private final ApplicationContextRunner application = Applications.with(
                    BackoffAutoConfiguration.class, BackoffMetricsAutoConfiguration.class)
            .withBean(FakeTime.class)
            .withBean(MeterRegistry.class, () -> registry);
    private final FakeTime time = new FakeTime();
    private final BudgetMeters meters = new BudgetMeters(new ContextMeters(registry), time);
    private final RetryBudget budget = RetryBudget.of("bank", new BudgetLimits(0.5, 4, 1, DepositOn.SUCCESS));

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
                    time.advance(Duration.ofSeconds(10));
                    assertThat(reloads("refused")).as("one for each reading").isEqualTo(2);
                });
    }

    @Test
    void surviveRegistryThatFails() {
        Applications.with(BackoffAutoConfiguration.class, BackoffMetricsAutoConfiguration.class)
                .withBean(MeterRegistry.class, () -> new FailingRegistry(true))
                .run(running -> assertThat(running).hasNotFailed().hasSingleBean(SettingsReload.class));
    }

    @Test
    void readTheBudgetWhenLookedAt() {
        meters.register(budget);
        IntStream.range(0, 10).forEach(call -> budget.recordCall(time.nanoTime()));
        IntStream.range(0, 6).forEach(call -> budget.tryWithdraw(time.nanoTime()));
        assertThat(gauge("ratio")).isEqualTo(0.5);
        assertThat(gauge("ratio.limit")).isEqualTo(0.5);
        assertThat(gauge("tokens")).isZero();
        assertThat(gauge("capacity")).isEqualTo(4);
        assertThat(withdrawals("granted")).isEqualTo(4);
        assertThat(withdrawals("reserve")).isOne();
        assertThat(withdrawals("denied")).isOne();
    }

    @Test
    void theRatioForgetsAfterAMinute() {
        meters.register(budget);
        budget.recordCall(time.nanoTime());
        budget.tryWithdraw(time.nanoTime());
        assertThat(gauge("ratio")).isOne();
        time.advance(Duration.ofSeconds(61));
        assertThat(gauge("ratio")).isZero();
    }

    @Test
    void budgetsFollowChangedSettings() {
        meters.register(budget);
        budget.change(new BudgetLimits(0.25, 2, 1, DepositOn.SUCCESS));
        assertThat(gauge("ratio.limit")).isEqualTo(0.25);
        assertThat(gauge("capacity")).isEqualTo(2);
    }

    @Test
    void budgetsAreRegisteredOnce() {
        meters.register(budget);
        meters.register(budget);
        assertThat(registry.getMeters()).hasSize(8);
    }

    @Test
    void budgetsSurviveARegistryThatFails() {
        MeterRegistry failing = new FailingRegistry(true);
        new BudgetMeters(new ContextMeters(failing), time).register(budget);
        assertThat(failing.getMeters()).isEmpty();
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

    private double gauge(String name) {
        return registry.get("backoff.budget." + name)
                .tag("budget", "bank")
                .gauge()
                .value();
    }

    private double withdrawals(String result) {
        return registry.get("backoff.budget.withdrawals")
                .tags("budget", "bank", "result", result)
                .functionCounter()
                .count();
    }
}
