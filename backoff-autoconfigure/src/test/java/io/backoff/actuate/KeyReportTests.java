package io.backoff.actuate;

import static io.backoff.testkit.Applications.budget;
import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.budget.RetryBudget;
import io.backoff.engine.BackoffOperations;
import io.backoff.policy.BackoffPolicies;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Keys at the endpoint and in meters. */
class KeyReportTests {

    private static final JsonMapper JSON = new JsonMapper();

    private final ApplicationContextRunner application = Shop.exposed()
            .withBean(Crm.class)
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withPropertyValues(budget("crm", "burst=1, min-per-second=0"))
            .withPropertyValues("backoff.policies.crm.max-attempts=2");

    @Test
    void showsKeysUnderTheirBudget() {
        Shop.run(application, shop -> {
            fail(shop, "acme", 3);
            fail(shop, "zeta", 1);
            JsonNode budgets = JSON.valueToTree(shop.endpoint().backoff()).get("budgets");
            assertThat(budgets.get("crm").get("keys"))
                    .hasToString("[{\"key\":\"acme\",\"tokens\":0,\"denied\":2},"
                            + "{\"key\":\"zeta\",\"tokens\":1,\"denied\":0}]");
            assertThat(budgets.get("default").has("keys")).isFalse();
        });
    }

    /** Each policy has a bucket for the key, and the report has their sums. */
    @Test
    void showsAKeyOnceForAllPoliciesOfTheBudget() {
        Shop.run(application.withPropertyValues(policy("other", "max-attempts=2, budget=crm")), shop -> {
            RetryBudget budget = shop.bean(BackoffPolicies.class).get("crm").budget();
            BackoffOperations operations = shop.bean(BackoffOperations.class);
            fail(shop, "acme", 3);
            budget.refill();
            catchThrowable(() -> operations.run("other", "zeta", () -> {}));
            for (int i = 0; i < 2; i++) {
                catchThrowable(() -> operations.run("other", "acme", () -> {
                    throw new IOException("down");
                }));
            }
            assertThat(JSON.valueToTree(shop.budget("crm")).get("keys"))
                    .hasToString("[{\"key\":\"acme\",\"tokens\":0,\"denied\":3},"
                            + "{\"key\":\"zeta\",\"tokens\":1,\"denied\":0}]");
        });
    }

    /** No other key has as many denials in all, but most have more under one of the policies. */
    @Test
    void ranksAKeyByItsDenialsUnderAllPolicies() {
        Shop.run(application.withPropertyValues(policy("other", "max-attempts=2, budget=crm")), shop -> {
            BackoffPolicies policies = shop.bean(BackoffPolicies.class);
            for (int i = 0; i < 11; i++) {
                deny(policies, "crm", "tenant " + i, 5);
                deny(policies, "other", "customer " + i, 5);
            }
            deny(policies, "crm", "acme", 4);
            deny(policies, "other", "acme", 4);
            JsonNode keys = JSON.valueToTree(shop.budget("crm")).get("keys");
            assertThat(keys).hasSize(10);
            assertThat(keys.get(0)).hasToString("{\"key\":\"acme\",\"tokens\":0,\"denied\":8}");
        });
    }

    private static void deny(BackoffPolicies policies, String policy, String key, int times) {
        policies.get(policy).budget().refill();
        RetryBudget bucket = policies.get(policy).forKey(key).budget();
        for (int i = 0; i <= times; i++) {
            bucket.tryWithdraw(0);
        }
    }

    @Test
    void showsTheTenWithTheMostDenials() {
        Shop.run(application, shop -> {
            RetryBudget budget = shop.bean(BackoffPolicies.class).get("crm").budget();
            IntStream.range(0, 30).forEach(i -> {
                budget.refill();
                fail(shop, "tenant " + i, i);
            });
            JsonNode keys = JSON.valueToTree(shop.budget("crm")).get("keys");
            assertThat(keys).hasSize(10);
            assertThat(keys.get(0).get("key").asString()).isEqualTo("tenant 29");
        });
    }

    @Test
    void fillsTheBucketsOfKeysWithTheBudget() {
        Shop.run(application, shop -> {
            fail(shop, "acme", 2);
            shop.changeBudget("crm", "tokens", "full");
            assertThat(JSON.valueToTree(shop.budget("crm")).get("keys"))
                    .hasToString("[{\"key\":\"acme\",\"tokens\":1,\"denied\":1}]");
            fail(shop, "acme", 1);
            assertThat(withdrawals(shop.bean(MeterRegistry.class), "granted")).isEqualTo(2);
        });
    }

    /** Until the next call with the key, its bucket has the settings of the previous one. */
    @Test
    void fillsTheBucketsOfKeysToANewCapacity() {
        Shop.run(application, shop -> {
            fail(shop, "acme", 2);
            shop.changeBudget("crm", "{'burst': 3, 'tokens': 'full'}");
            fail(shop, "acme", 4);
            assertThat(JSON.valueToTree(shop.budget("crm")).get("keys"))
                    .hasToString("[{\"key\":\"acme\",\"tokens\":0,\"denied\":2}]");
        });
    }

    @Test
    void hidesKeysIfToldTo() {
        Shop.run(application.withPropertyValues("backoff.keys.show=false"), shop -> {
            fail(shop, "a", 1);
            JsonNode keys = JSON.valueToTree(shop.budget("crm")).get("keys");
            assertThat(keys.get(0).get("key").asString()).isEqualTo("ca978112");
        });
    }

    @Test
    void showsTheExpressionOfAMethod() {
        Shop.run(application, shop -> {
            JsonNode methods = JSON.valueToTree(shop.endpoint().backoff()).get("methods");
            assertThat(methods).anySatisfy(method -> {
                assertThat(method.get("method").asString()).isEqualTo("Crm.load");
                assertThat(method.get("key").asString()).isEqualTo("#tenant");
            });
        });
    }

    @Test
    void countsKeysFromStartupAndNamesThemInNoTag() {
        Shop.run(application, shop -> {
            MeterRegistry meters = shop.bean(MeterRegistry.class);
            assertThat(meters.get("backoff.keys").tag("policy", "crm").gauge().value())
                    .isZero();
            assertThat(meters.find("backoff.keys").tag("policy", "payments").gauge())
                    .isNull();
            fail(shop, "acme", 3);
            assertThat(meters.get("backoff.keys").tag("policy", "crm").gauge().value())
                    .isOne();
            assertThat(withdrawals(meters, "key_denied")).isEqualTo(2);
            assertThat(withdrawals(meters, "granted")).isOne();
            assertThat(meters.get("backoff.calls")
                            .tags("method", "Crm.load", "outcome", "budget_denied")
                            .functionCounter()
                            .count())
                    .isEqualTo(2);
            assertThat(meters.getMeters())
                    .extracting(Meter::getId)
                    .noneMatch(id -> id.toString().contains("acme"));
        });
    }

    private static double withdrawals(MeterRegistry meters, String result) {
        return meters.get("backoff.budget.withdrawals")
                .tags("budget", "crm", "result", result)
                .functionCounter()
                .count();
    }

    private static void fail(Shop shop, String tenant, int times) {
        for (int i = 0; i < times; i++) {
            catchThrowable(() -> shop.bean(Crm.class).load(tenant));
        }
    }

    public static class Crm {

        @Backoff(value = "crm", key = "#tenant")
        public void load(String tenant) throws IOException {
            throw new IOException("down");
        }
    }
}
