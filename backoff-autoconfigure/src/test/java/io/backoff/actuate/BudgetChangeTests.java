package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.actuate.PolicyReport.Property;
import io.backoff.actuate.Shop.PaymentService;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;

class BudgetChangeTests {

    private static final String BUDGETS = "budgets";

    @Test
    void theNextCallFollowsAChange() {
        run((context, endpoint) -> {
            endpoint.changeBudget(BUDGETS, "payments", "burst", "0", null, null, SecurityContext.NONE);
            fail(context);
            assertThat(Shop.policy(endpoint, "payments").calls()).containsOnlyKeys("budget_denied");
        });
    }

    @Test
    void saysWhereTheValueComesFrom() {
        run((context, endpoint) -> {
            assertThat(change(endpoint, "payments", "ratio", "0.2").limit()).isEqualTo(0.2);
            assertThat(Shop.budget(endpoint, "payments").properties())
                    .containsEntry("ratio", new Property(0.2, "actuator"))
                    .containsEntry("burst", new Property(2, "shop.yml:25:36"))
                    .containsEntry("deposit-on", new Property("success", "default"));
        });
    }

    @Test
    void budgetsThatInheritTheFieldFollow() {
        run((context, endpoint) -> {
            change(endpoint, "default", "burst", "5");
            assertThat(Shop.budget(endpoint, "impatient").capacity()).isEqualTo(5);
            assertThat(Shop.budget(endpoint, "payments").capacity()).isEqualTo(2);
        });
    }

    @Test
    void keepsTokensWithinBounds() {
        run((context, endpoint) -> {
            assertThat(change(endpoint, "payments", "burst", "1").tokens()).isOne();
            assertThat(change(endpoint, "payments", "burst", "10").tokens()).isOne();
            assertThat(change(endpoint, "payments", "tokens", "full").tokens()).isEqualTo(10);
        });
    }

    @Test
    void metersFollowAndKeepTheirCounts() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Shop.exposed().withBean(MeterRegistry.class, () -> registry).run(context -> {
            BackoffEndpoint endpoint = context.getBean(BackoffEndpoint.class);
            fail(context);
            change(endpoint, "payments", "ratio", "0.25");
            change(endpoint, "payments", "burst", "7");
            change(endpoint, "payments", "tokens", "full");
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
        run((context, endpoint) -> {
            BudgetReport configured = Shop.budget(endpoint, "payments");
            change(endpoint, "payments", "ratio", "0.5");
            change(endpoint, "payments", "deposit-on", "call");
            assertThat((Object) endpoint.resetBudget(BUDGETS, "payments", SecurityContext.NONE)
                            .getBody())
                    .isEqualTo(configured);
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
        run((context, endpoint) -> {
            BudgetReport before = Shop.budget(endpoint, "payments");
            WebEndpointResponse<?> answer =
                    endpoint.changeBudget(BUDGETS, "payments", property, value, null, null, SecurityContext.NONE);
            assertThat(answer.getStatus()).isEqualTo(400);
            assertThat(answer.getBody().toString()).contains("backoff.budgets.payments." + property, value, message);
            assertThat(Shop.budget(endpoint, "payments")).isEqualTo(before);
        });
    }

    @ParameterizedTest
    @CsvSource({"budgets, paymets", "budgets, none", "policies, payments", "payments, budgets"})
    void unknownBudgetsAreNotFound(String group, String name) {
        run((context, endpoint) -> {
            assertThat(((WebEndpointResponse<?>) endpoint.budget(group, name)).getStatus())
                    .isEqualTo(404);
            assertThat(endpoint.changeBudget(group, name, "ratio", "1", null, null, SecurityContext.NONE)
                            .getStatus())
                    .isEqualTo(404);
            assertThat(endpoint.changeBudget(group, name, "tokens", "full", null, null, SecurityContext.NONE)
                            .getStatus())
                    .isEqualTo(404);
            assertThat(endpoint.resetBudget(group, name, SecurityContext.NONE).getStatus())
                    .isEqualTo(404);
        });
    }

    @Test
    void aPolicyMayHaveAnyName() {
        Shop.exposed()
                .withPropertyValues("backoff.policies.budgets.max-attempts=4")
                .run(context -> {
                    BackoffEndpoint endpoint = context.getBean(BackoffEndpoint.class);
                    assertThat(Shop.policy(endpoint, BUDGETS).schedule()).hasSize(3);
                    assertThat(Shop.budget(endpoint, BUDGETS).capacity()).isEqualTo(20);
                });
    }

    @Test
    void changesAllPropertiesOrNone() {
        run((context, endpoint) -> {
            fail(context);
            BudgetReport before = Shop.budget(endpoint, "payments");
            for (String each : List.of(
                    "{\"burst\": 10, \"tokens\": \"few\"}",
                    "{\"burst\": 10, \"ratio\": -1, \"tokens\": \"full\"}",
                    "{\"burst\": 10, \"bursts\": 1}")) {
                assertThat(endpoint.changeBudget(BUDGETS, "payments", null, null, each, null, SecurityContext.NONE)
                                .getStatus())
                        .isEqualTo(400);
                assertThat(Shop.budget(endpoint, "payments")).isEqualTo(before);
            }
            endpoint.changeBudget(
                    BUDGETS,
                    "payments",
                    null,
                    null,
                    "{\"tokens\": \"full\", \"burst\": 10}",
                    null,
                    SecurityContext.NONE);
            assertThat(Shop.budget(endpoint, "payments").tokens()).isEqualTo(10);
        });
    }

    private static BudgetReport change(BackoffEndpoint endpoint, String budget, String property, String value) {
        return (BudgetReport) endpoint.changeBudget(BUDGETS, budget, property, value, null, null, SecurityContext.NONE)
                .getBody();
    }

    private static double gauge(MeterRegistry registry, String name) {
        return registry.get("backoff.budget." + name)
                .tag("budget", "payments")
                .gauge()
                .value();
    }

    private static void fail(AssertableApplicationContext context) {
        assertThatThrownBy(() -> context.getBean(PaymentService.class).charge(PaymentService::down))
                .isInstanceOf(IOException.class);
    }

    private static void run(Check check) {
        Shop.exposed().run(context -> check.check(context, context.getBean(BackoffEndpoint.class)));
    }

    private interface Check {
        void check(AssertableApplicationContext context, BackoffEndpoint endpoint) throws Exception;
    }
}
