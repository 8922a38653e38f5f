package io.backoff.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.Guard;
import io.backoff.method.IntegrationCalls;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.CurrentPolicy;
import io.backoff.test.FakeTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Dry runs in an application with three listeners under one policy, two of which have budgets of their own. */
class OwnBudgetTests {

    private static final String NOT_SIMULATED =
            "Not simulated: the budgets of their own from which these listeners draw: ";

    @Test
    void areNamedInDryRunsOfTheirPolicy() {
        dryRun(
                SettingsGroup.POLICIES,
                "orders",
                Map.of("max-attempts", "5"),
                reason -> assertThat(reason).endsWith(NOT_SIMULATED + "placed, paid."));
    }

    @Test
    void areNamedInDryRunsOfThemselves() {
        dryRun(
                SettingsGroup.BUDGETS,
                "placed",
                Map.of("burst", "5"),
                reason -> assertThat(reason).endsWith(NOT_SIMULATED + "placed.").doesNotContain("No policy draws"));
    }

    @Test
    void areNotNamedInOtherDryRuns() {
        dryRun(
                SettingsGroup.BUDGETS,
                "spare",
                Map.of("burst", "5"),
                reason -> assertThat(reason).endsWith("No policy draws from this budget."));
        dryRun(
                SettingsGroup.POLICIES,
                "other",
                Map.of("max-attempts", "5"),
                reason -> assertThat(reason).doesNotContain("Not simulated"));
    }

    private static void dryRun(
            SettingsGroup group, String name, Map<String, String> values, Consumer<@Nullable String> reason) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffDryRunAutoConfiguration.class))
                .withBean(FakeTime.class)
                .withBean(OrderListeners.class)
                .withPropertyValues(
                        "backoff.policies.orders.max-attempts=3",
                        "backoff.policies.other.max-attempts=3",
                        "backoff.budgets.spare.burst=3")
                .run(context -> {
                    assertThat(context.getBean(OrderListeners.class).rows()).hasSize(3);
                    reason.accept(context.getBean(DryRunPreview.class)
                            .of(group, name, values)
                            .reason());
                });
    }

    /** As listeners of messages are: two have budgets of their own, one draws from that of the policy. */
    record OrderListeners(Engine engine, BackoffPolicies policies, PolicyStore store) implements IntegrationCalls {

        @Override
        public Collection<Row> rows() {
            CurrentPolicy orders = CurrentPolicy.of(policies, "orders");
            return List.of(
                    row("placed", orders.adapted(now -> now.withBudget(store.budget("placed")))),
                    row("paid", orders.adapted(now -> now.withBudget(store.budget("paid")))),
                    row("refunded", orders));
        }

        private Row row(String listener, CurrentPolicy policy) {
            return new Row(listener, "amqp", Guard.of(engine, policy, listener));
        }
    }
}
