package io.backoff.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.meters.ContextMeters;
import io.backoff.test.FakeTime;
import io.backoff.testkit.FailingRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BudgetMetersTests {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final FakeTime time = new FakeTime();
    private final BudgetMeters meters = new BudgetMeters(new ContextMeters(registry), time);
    private final RetryBudget budget = RetryBudget.of("bank", new BudgetLimits(0.5, 4, 1, DepositOn.SUCCESS));

    @Test
    void readsTheBudgetWhenLookedAt() {
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
    void ratioForgetsAfterAMinute() {
        meters.register(budget);
        budget.recordCall(time.nanoTime());
        budget.tryWithdraw(time.nanoTime());
        assertThat(gauge("ratio")).isOne();
        time.advance(Duration.ofSeconds(61));
        assertThat(gauge("ratio")).isZero();
    }

    @Test
    void followsChangedSettings() {
        meters.register(budget);
        budget.change(new BudgetLimits(0.25, 2, 1, DepositOn.SUCCESS));
        assertThat(gauge("ratio.limit")).isEqualTo(0.25);
        assertThat(gauge("capacity")).isEqualTo(2);
    }

    @Test
    void registersOnce() {
        meters.register(budget);
        meters.register(budget);
        assertThat(registry.getMeters()).hasSize(8);
    }

    @Test
    void survivesRegistryThatFails() {
        MeterRegistry failing = new FailingRegistry(true);
        new BudgetMeters(new ContextMeters(failing), time).register(budget);
        assertThat(failing.getMeters()).isEmpty();
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
