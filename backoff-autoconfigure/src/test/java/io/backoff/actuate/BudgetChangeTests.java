package io.backoff.actuate;

import static io.backoff.actuate.Shop.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.actuate.PolicyReport.Property;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Changes of budgets at run time. */
class BudgetChangeTests {

    @Test
    void theNextCallFollowsAChange() {
        Shop.run(shop -> {
            shop.changeBudget("payments", "burst", "0");
            shop.fail();
            assertThat(shop.policy("payments").calls()).containsOnlyKeys("budget_denied");
        });
    }

    @Test
    void saysWhereTheValueComesFrom() {
        Shop.run(shop -> {
            assertThat(change(shop, "ratio", "0.2").limit()).isEqualTo(0.2);
            assertThat(shop.budget("payments").properties())
                    .containsEntry("ratio", new Property(0.2, "actuator"))
                    .containsEntry("burst", new Property(2, "shop.yml:25:36"))
                    .containsEntry("deposit-on", new Property("success", "default"));
        });
    }

    @Test
    void budgetsThatInheritTheFieldFollow() {
        Shop.run(shop -> {
            shop.changeBudget("default", "burst", "5");
            assertThat(shop.budget("impatient").capacity()).isEqualTo(5);
            assertThat(shop.budget("payments").capacity()).isEqualTo(2);
        });
    }

    @Test
    void keepsTokensWithinBounds() {
        Shop.run(shop -> {
            assertThat(change(shop, "burst", "1").tokens()).isOne();
            assertThat(change(shop, "burst", "10").tokens()).isOne();
            assertThat(change(shop, "tokens", "full").tokens()).isEqualTo(10);
        });
    }

    @Test
    void metersFollowAndKeepTheirCounts() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Shop.run(Shop.exposed().withBean(MeterRegistry.class, () -> registry), shop -> {
            shop.fail();
            shop.changeBudget("payments", "ratio", "0.25");
            shop.changeBudget("payments", "burst", "7");
            shop.changeBudget("payments", "tokens", "full");
            assertThat(gauge(registry, "ratio.limit")).isEqualTo(0.25);
            assertThat(gauge(registry, "capacity")).isEqualTo(7);
            assertThat(gauge(registry, "tokens")).isEqualTo(7);
            assertThat(registry.get("backoff.budget.withdrawals")
                            .tags("budget", "payments", "result", "granted")
                            .functionCounter()
                            .count())
                    .isEqualTo(2);
        });
    }

    @Test
    void isTakenBack() {
        Shop.run(shop -> {
            BudgetReport configured = shop.budget("payments");
            shop.changeBudget("payments", "ratio", "0.5");
            shop.changeBudget("payments", "deposit-on", "call");
            assertThat((Object) shop.resetBudget("payments").getBody()).isEqualTo(configured);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "ratio, much, not a number",
        "ratio, -0.1, between 0 and 1000",
        "ratio, NaN, between 0 and 1000",
        "burst, 1.5, whole number",
        "burst, '', empty",
        "min-per-second, 1000001, between 0 and 1000000",
        "deposit-on, succes, Did you mean 'success'?",
        "rate, 1, Did you mean 'ratio'?",
        "tokens, 3, Write 'full'",
    })
    void isRejectedAsAtStartup(String property, String value, String message) {
        Shop.visit(shop -> {
            BudgetReport before = shop.budget("payments");
            assertRejected(
                    shop.changeBudget("payments", property, value),
                    "backoff.budgets.payments." + property,
                    value,
                    message);
            assertThat(shop.budget("payments")).isEqualTo(before);
        });
    }

    @ParameterizedTest
    @CsvSource({"budgets, paymets", "budgets, none", "policies, payments", "payments, budgets"})
    void unknownBudgetsAreNotFound(String group, String name) {
        Shop.visit(shop -> {
            BackoffEndpoint endpoint = shop.endpoint();
            assertThat(List.of(
                            (WebEndpointResponse<?>) endpoint.budget(group, name),
                            endpoint.changeBudget(group, name, "ratio", "1", null, null, SecurityContext.NONE),
                            endpoint.changeBudget(group, name, "tokens", "full", null, null, SecurityContext.NONE),
                            endpoint.resetBudget(group, name, SecurityContext.NONE)))
                    .allSatisfy(each -> assertThat(each.getStatus()).isEqualTo(404));
        });
    }

    @Test
    void aPolicyMayHaveAnyName() {
        Shop.run(Shop.exposed().withPropertyValues("backoff.policies.budgets.max-attempts=4"), shop -> {
            assertThat(shop.policy("budgets").schedule()).hasSize(3);
            assertThat(shop.budget("budgets").capacity()).isEqualTo(20);
        });
    }

    @Test
    void changesAllPropertiesOrNone() {
        Shop.run(shop -> {
            shop.fail();
            BudgetReport before = shop.budget("payments");
            for (String each : List.of(
                    "{'burst': 10, 'tokens': 'few'}",
                    "{'burst': 10, 'ratio': -1, 'tokens': 'full'}",
                    "{'burst': 10, 'bursts': 1}")) {
                assertRejected(shop.changeBudget("payments", each));
                assertThat(shop.budget("payments")).isEqualTo(before);
            }
            shop.changeBudget("payments", "{'tokens': 'full', 'burst': 10}");
            assertThat(shop.budget("payments").tokens()).isEqualTo(10);
        });
    }

    private static BudgetReport change(Shop shop, String property, String value) {
        return (BudgetReport) shop.changeBudget("payments", property, value).getBody();
    }

    private static double gauge(MeterRegistry registry, String name) {
        return registry.get("backoff.budget." + name)
                .tag("budget", "payments")
                .gauge()
                .value();
    }
}
