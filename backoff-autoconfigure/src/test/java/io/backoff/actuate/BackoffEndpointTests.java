package io.backoff.actuate;

import static io.backoff.actuate.Shop.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.actuate.PolicyReport.Property;
import io.backoff.actuate.Shop.PaymentService;
import io.backoff.endpoint.ScheduleRow;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.stats.AttemptRecorder;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.method.IntegrationCalls;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.CurrentPolicy;
import io.backoff.policy.Outcome;
import io.backoff.polling.BackoffPoll;
import io.backoff.polling.BackoffPollAutoConfiguration;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.EOFException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class BackoffEndpointTests {

    private final JsonMapper json = new JsonMapper();

    @Test
    void reportsPoliciesMethodsAndBudgets() {
        Shop.visit(shop -> {
            JsonNode answer = tree(shop.endpoint().backoff());
            assertThat(answer.propertyNames()).containsExactly("policies", "methods", "budgets", "changes");
            assertThat(answer.get("policies").propertyNames())
                    .containsExactly(
                            "default",
                            "endless",
                            "impatient",
                            "payments",
                            "redelivery",
                            "single",
                            "spreading",
                            "switched-off");
            assertThat(answer.get("policies").get("payments")).isEqualTo(tree(shop.policy("payments")));
        });
    }

    @Test
    void describesPolicy() {
        Shop.run(shop -> {
            charge(shop, 1);
            charge(shop, 1);
            charge(shop, 2);
            JsonNode policy = tree(shop.policy("payments"));
            assertThat(policy.propertyNames())
                    .containsExactly(
                            "properties",
                            "schedule",
                            "throttledSchedule",
                            "worstCase",
                            "throttledWorstCase",
                            "budget",
                            "calls",
                            "enabled");
            assertThat(without(policy, "properties")).isEqualTo(parse("""
                    { "schedule": [ {"attempt": 2, "min": "PT0S", "expected": "PT0.1S", "max": "PT0.2S"},
                                    {"attempt": 3, "min": "PT0S", "expected": "PT0.2S", "max": "PT0.4S"} ],
                      "throttledSchedule": [
                                    {"attempt": 2, "min": "PT0S", "expected": "PT0.5S", "max": "PT1S"},
                                    {"attempt": 3, "min": "PT0S", "expected": "PT1S", "max": "PT2S"} ],
                      "worstCase": "PT0.6S", "throttledWorstCase": "PT3S", "budget": "payments", "calls": {"success": 2, "recovered": 1},
                      "enabled": true }
                    """));
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    payments   | strategy          | {"value": "exponential", "origin": "default"}
                    payments   | delay             | {"value": "PT0.2S", "origin": "shop.yml:4:14", "text": "200 ms"}
                    payments   | max-attempts      | {"value": 3, "origin": "shop.yml:5:21"}
                    payments   | multiplier        | {"value": 2.0, "origin": "default"}
                    payments   | wait-first        | {"value": false, "origin": "default"}
                    payments   | delays            | {"value": [], "origin": "default"}
                    payments   | retry-on          | {"value": ["java.lang.Exception"], "origin": "default"}
                    payments   | retry-on-status   | {"value": ["408", "425", "429", "500", "502", "503", "504"], "origin": "default"}
                    payments   | retry-on-grpc-status | {"value": ["UNAVAILABLE", "RESOURCE_EXHAUSTED", "ABORTED"], "origin": "default"}
                    impatient  | delay             | {"value": "PT0.2S", "origin": "shop.yml:4:14", "text": "200 ms"}
                    impatient  | extends           | {"value": "payments", "origin": "shop.yml:11:16"}
                    payments   | throttled-delay   | {"value": "PT1S", "origin": "default", "text": "1 s"}
                    payments   | retry-after-spread | {"value": 0.5, "origin": "default"}
                    redelivery | throttled-delay   | {"value": "PT0S", "origin": "preset celery", "text": "0 ms"}
                    redelivery | preset            | {"value": "celery", "origin": "shop.yml:8:15"}
                    redelivery | max-delay         | {"value": "PT10M", "origin": "preset celery", "text": "10 min"}
                    redelivery | budget            | {"value": "none", "origin": "shop.yml:9:15"}
                    """)
    void saysWhereEachPropertyComesFrom(String policy, String property, String expected) {
        Shop.visit(
                shop -> assertThat(tree(shop.policy(policy)).get("properties").get(property))
                        .isEqualTo(parse(expected)));
    }

    /** The members of the group on this class path. */
    @Test
    void expandsTheGroups() {
        Shop.visit(shop -> {
            JsonNode abortOn = tree(shop.policy("payments")).get("properties").get("abort-on");
            assertThat(abortOn.get("value")).isEqualTo(parse("[\"permanent\"]"));
            assertThat(abortOn.get("expanded").toString())
                    .contains(
                            "\"java.lang.NullPointerException\"",
                            "\"not java.nio.channels.UnresolvedAddressException\"");
        });
    }

    @ParameterizedTest
    @CsvSource({"payments, 2, 3", "impatient, 1, 16", "redelivery, 2, 4", "endless, 2, 17"})
    void scheduleHasARowPerDelayedAttempt(String policy, int first, int last) {
        Shop.visit(shop -> assertThat(shop.policy(policy).schedule())
                .extracting(ScheduleRow::attempt)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(first, last).boxed().toList()));
    }

    @Test
    void scheduleOfASingleAttemptIsEmpty() {
        Shop.visit(shop -> assertThat(shop.policy("single").schedule()).isEmpty());
    }

    @Test
    void saysWhereExpectedDelaysAreEstimates() {
        Shop.visit(shop -> {
            assertThat(tree(shop.policy("spreading")).get("estimated").asBoolean())
                    .isTrue();
            assertThat(tree(shop.policy("payments")).has("estimated")).isFalse();
        });
    }

    @Test
    void worstCaseIsBoundedByMaxElapsed() {
        Shop.visit(shop -> assertThat(shop.policy("endless").worstCase()).isEqualTo("PT1M"));
    }

    @Test
    void worstCaseIsAbsentWhenUnbounded() {
        PolicyReport unbounded =
                new PolicyReport(Map.of(), List.of(), null, null, null, null, "none", null, Map.of(), true, null);
        assertThat(tree(unbounded).has("worstCase")).isFalse();
    }

    @Test
    void showsWhatIsSwitchedOff() {
        Shop.visit(shop -> assertThat(shop.policy("switched-off").enabled()).isFalse());
    }

    @Test
    void knowsNoOtherPolicy() {
        Shop.visit(shop -> assertThat(((WebEndpointResponse<?>) shop.endpoint().policy("paymets")).getStatus())
                .isEqualTo(404));
    }

    @Test
    void listsPolledMethods() {
        Shop.run(
                Shop.exposed()
                        .withConfiguration(AutoConfigurations.of(BackoffPollAutoConfiguration.class))
                        .withBean("outbox", Outbox.class),
                shop -> {
                    JsonNode poll = tree(shop.endpoint().backoff()).get("polls").get(0);
                    assertThat(without(poll, "nextRun"))
                            .isEqualTo(parse("""
                            { "bean": "outbox", "method": "Outbox.send", "policy": "impatient", "running": false,
                              "failing": false, "delay": "%s" }
                            """.formatted(poll.get("delay").asString())));
                    assertThat(Instant.parse(poll.get("nextRun").asString())).isAfter(Instant.EPOCH);
                });
    }

    @Test
    void listsAnnotatedMethods() {
        Shop.run(shop -> assertThat(tree(shop.endpoint().backoff().methods()))
                .containsExactlyInAnyOrder(parse("""
                        {"bean": "paymentService", "method": "PaymentService.charge", "policy": "payments"}"""), parse("""
                        {"bean": "paymentService", "method": "PaymentService.announce", "policy": "redelivery"}""")));
    }

    @Test
    void showsWhatAnnotationsChange() {
        Shop.run(
                Shop.exposed()
                        .withPropertyValues("backoff.policies.payments.abort-on=java.io.FileNotFoundException")
                        .withBean("mails", Mails.class),
                shop -> {
                    assertThat(tree(shop.endpoint().backoff().methods())).contains(parse("""
                            { "bean": "mails", "method": "Mails.send", "policy": "payments",
                              "retryOn": ["java.io.IOException", "java.util.concurrent.TimeoutException"],
                              "abortOn": ["java.io.FileNotFoundException", "java.io.EOFException"],
                              "retryOnResult": "#result == null", "fallback": "later" }
                            """));
                    shop.change("payments", "abort-on", "java.lang.IllegalStateException");
                    assertThat(tree(shop.endpoint().backoff().methods()).findValue("abortOn"))
                            .isEqualTo(parse("[\"java.lang.IllegalStateException\", \"java.io.EOFException\"]"));
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"backoff.enabled", "backoff.policies.payments.enabled", "backoff.policies.default.enabled"})
    void saysWhatDisablesAPolicy(String property) {
        Shop.run(Shop.exposed().withPropertyValues(property + "=false"), shop -> {
            JsonNode policy = tree(shop.policy("payments"));
            assertThat(policy.get("enabled").asBoolean()).isFalse();
            assertThat(policy.get("properties").get("enabled").get("value").asBoolean())
                    .isFalse();
            assertThat(policy.get("disabledBy").asString()).isEqualTo(property);
        });
    }

    @Test
    void saysNothingOfWhatDisablesAnEnabledPolicy() {
        Shop.visit(shop ->
                assertThat(tree(shop.policy("payments")).has("disabledBy")).isFalse());
    }

    @Test
    void showsWhatBudgetsHaveLeft() {
        Shop.run(shop -> {
            charge(shop, 1);
            charge(shop, 2);
            shop.fail();
            JsonNode budgets = tree(shop.endpoint().backoff().budgets());
            assertThat(budgets.propertyNames()).contains("default", "payments").doesNotContain("none", "redelivery");
            // Two of the three calls retried once; the third asked for another retry and was denied.
            assertThat(budgets.get("payments")).isEqualTo(parse("""
                    {"ratio": 0.6666666666666666, "limit": 0.1, "tokens": 0, "capacity": 2, "denied": 1}
                    """));
        });
    }

    @Test
    void countsAsTheMetersDo() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Shop.run(Shop.exposed().withBean(MeterRegistry.class, () -> registry), shop -> {
            charge(shop, 1);
            charge(shop, 3);
            shop.fail();
            Map<String, Long> calls = shop.policy("payments").calls();
            assertThat(calls).containsOnlyKeys("success", "recovered", "budget_denied");
            for (Outcome each : Outcome.values()) {
                double counted = registry
                        .get("backoff.calls")
                        .tags("policy", "payments", "outcome", each.tag())
                        .functionCounters()
                        .stream()
                        .mapToDouble(FunctionCounter::count)
                        .sum();
                assertThat(counted).isEqualTo(calls.getOrDefault(each.tag(), 0L).doubleValue());
            }
        });
    }

    /** Calls that an integration guards. */
    @Test
    void listsGuardedCallsAfterTheAnnotatedMethods() {
        Shop.run(Shop.exposed().withUserConfiguration(Listeners.class), shop -> {
            JsonNode methods = tree(shop.endpoint().backoff()).get("methods");
            assertThat(methods.get(0).propertyNames()).contains("bean").doesNotContain("by");
            assertThat(methods.get(methods.size() - 1)).isEqualTo(parse("""
                    { "bean": "listeners", "method": "order-placed", "policy": "single", "by": "kafka",
                      "budget": "single" }
                    """));
        });
    }

    @Test
    void rejectsDryRunsWithoutTheirModule() {
        Shop.visit(shop -> {
            Map<String, Property> before = shop.policy("payments").properties();
            assertRejected(
                    shop.endpoint().change("payments", "max-attempts", "7", null, "true", SecurityContext.NONE),
                    "'io.backoff:backoff-dry-run'");
            assertThat(shop.policy("payments").properties()).isEqualTo(before);
        });
    }

    @Test
    void recordsNothingForACallWithoutDryRuns() {
        Shop.visit(shop -> assertThat(shop.bean(CallStatisticsRegistry.class)
                        .of(shop.bean(BackoffPolicies.class).get("payments"), "PaymentService.charge")
                        .attempts())
                .isSameAs(AttemptRecorder.NONE));
    }

    /** Makes a call that succeeds at that attempt. */
    private static void charge(Shop shop, int attempts) throws Exception {
        AtomicInteger attempt = new AtomicInteger();
        shop.charge(() -> attempt.incrementAndGet() < attempts ? PaymentService.down() : "paid");
    }

    /** Writes and reads the JSON, so that numbers have the types that a reader sees. */
    private JsonNode tree(Object answer) {
        return parse(json.writeValueAsString(answer));
    }

    private JsonNode parse(String text) {
        return json.readTree(text);
    }

    private static JsonNode without(JsonNode object, String property) {
        return ((ObjectNode) object).deepCopy().without(property);
    }

    static class Mails {

        @Backoff(
                value = "payments",
                retryOn = {IOException.class, TimeoutException.class},
                abortOn = EOFException.class,
                retryOnResult = "#result == null",
                fallback = "later")
        String send() {
            return "sent";
        }

        String later() {
            return "later";
        }
    }

    static class Outbox {

        @BackoffPoll("impatient")
        void send() {}
    }

    static class Listeners {

        @Bean
        IntegrationCalls listeners(Engine engine, BackoffPolicies policies) {
            Guard guard = Guard.of(engine, CurrentPolicy.of(policies, "single"), "order-placed");
            return () -> List.of(new IntegrationCalls.Row("listeners", "kafka", guard));
        }
    }
}
