package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.Backoff;
import io.backoff.actuate.Shop.PaymentService;
import io.backoff.endpoint.ScheduleRow;
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
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class BackoffEndpointTests {

    private final JsonMapper json = new JsonMapper();

    @Test
    void reportsPoliciesMethodsAndBudgets() {
        ask((endpoint, service) -> {
            JsonNode answer = tree(endpoint.backoff());
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
            assertThat(answer.get("policies").get("payments")).isEqualTo(tree(Shop.policy(endpoint, "payments")));
        });
    }

    @Test
    void describesPolicy() {
        ask((endpoint, service) -> {
            charge(service, 1);
            charge(service, 1);
            charge(service, 2);
            JsonNode policy = tree(Shop.policy(endpoint, "payments"));
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
        ask((endpoint, service) -> assertThat(
                        tree(Shop.policy(endpoint, policy)).get("properties").get(property))
                .isEqualTo(parse(expected)));
    }

    /** What the group stands for on this class path. */
    @Test
    void expandsTheGroups() {
        ask((endpoint, service) -> {
            JsonNode abortOn =
                    tree(Shop.policy(endpoint, "payments")).get("properties").get("abort-on");
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
        ask((endpoint, service) -> assertThat(Shop.policy(endpoint, policy).schedule())
                .extracting(ScheduleRow::attempt)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(first, last).boxed().toList()));
    }

    @Test
    void scheduleOfASingleAttemptIsEmpty() {
        ask((endpoint, service) ->
                assertThat(Shop.policy(endpoint, "single").schedule()).isEmpty());
    }

    @Test
    void saysWhereExpectedDelaysAreEstimates() {
        ask((endpoint, service) -> {
            assertThat(tree(Shop.policy(endpoint, "spreading")).get("estimated").asBoolean())
                    .isTrue();
            assertThat(tree(Shop.policy(endpoint, "payments")).has("estimated")).isFalse();
        });
    }

    @Test
    void worstCaseIsBoundedByMaxElapsed() {
        ask((endpoint, service) ->
                assertThat(Shop.policy(endpoint, "endless").worstCase()).isEqualTo("PT1M"));
    }

    @Test
    void worstCaseIsAbsentWhenUnbounded() {
        PolicyReport unbounded =
                new PolicyReport(Map.of(), List.of(), null, null, null, null, "none", null, Map.of(), true, null);
        assertThat(tree(unbounded).has("worstCase")).isFalse();
    }

    @Test
    void showsWhatIsSwitchedOff() {
        ask((endpoint, service) ->
                assertThat(Shop.policy(endpoint, "switched-off").enabled()).isFalse());
    }

    @Test
    void knowsNoOtherPolicy() {
        ask((endpoint, service) -> assertThat(((WebEndpointResponse<?>) endpoint.policy("paymets")).getStatus())
                .isEqualTo(404));
    }

    @Test
    void listsPolledMethods() {
        Shop.exposed()
                .withConfiguration(AutoConfigurations.of(BackoffPollAutoConfiguration.class))
                .withBean("outbox", Outbox.class)
                .run(running -> {
                    JsonNode poll = tree(running.getBean(BackoffEndpoint.class).backoff())
                            .get("polls")
                            .get(0);
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
        ask((endpoint, service) ->
                assertThat(tree(endpoint.backoff().methods())).containsExactlyInAnyOrder(parse("""
                        {"bean": "paymentService", "method": "PaymentService.charge", "policy": "payments"}"""), parse("""
                        {"bean": "paymentService", "method": "PaymentService.announce", "policy": "redelivery"}""")));
    }

    @Test
    void showsWhatAnnotationsChange() {
        Shop.exposed()
                .withPropertyValues("backoff.policies.payments.abort-on=java.io.FileNotFoundException")
                .withBean("mails", Mails.class)
                .run(running -> {
                    BackoffEndpoint endpoint = running.getBean(BackoffEndpoint.class);
                    assertThat(tree(endpoint.backoff().methods())).contains(parse("""
                            { "bean": "mails", "method": "Mails.send", "policy": "payments",
                              "retryOn": ["java.io.IOException", "java.util.concurrent.TimeoutException"],
                              "abortOn": ["java.io.FileNotFoundException", "java.io.EOFException"],
                              "retryOnResult": "#result == null", "fallback": "later" }
                            """));
                    Shop.change(endpoint, "payments", "abort-on", "java.lang.IllegalStateException");
                    assertThat(tree(endpoint.backoff().methods()).findValue("abortOn"))
                            .isEqualTo(parse("[\"java.lang.IllegalStateException\", \"java.io.EOFException\"]"));
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"backoff.enabled", "backoff.policies.payments.enabled", "backoff.policies.default.enabled"})
    void saysWhatDisablesAPolicy(String property) {
        Shop.exposed().withPropertyValues(property + "=false").run(running -> {
            JsonNode policy = tree(Shop.policy(running.getBean(BackoffEndpoint.class), "payments"));
            assertThat(policy.get("enabled").asBoolean()).isFalse();
            assertThat(policy.get("properties").get("enabled").get("value").asBoolean())
                    .isFalse();
            assertThat(policy.get("disabledBy").asString()).isEqualTo(property);
        });
    }

    @Test
    void saysNothingOfWhatDisablesAnEnabledPolicy() {
        ask((endpoint, service) -> assertThat(
                        tree(Shop.policy(endpoint, "payments")).has("disabledBy"))
                .isFalse());
    }

    @Test
    void showsWhatBudgetsHaveLeft() {
        ask((endpoint, service) -> {
            charge(service, 1);
            charge(service, 2);
            fail(service);
            JsonNode budgets = tree(endpoint.backoff().budgets());
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
        Shop.exposed().withBean(MeterRegistry.class, () -> registry).run(running -> {
            PaymentService service = running.getBean(PaymentService.class);
            charge(service, 1);
            charge(service, 3);
            fail(service);
            Map<String, Long> calls = Shop.policy(running.getBean(BackoffEndpoint.class), "payments")
                    .calls();
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

    private static void ask(BiConsumer<BackoffEndpoint, PaymentService> question) {
        Shop.exposed()
                .run(running ->
                        question.accept(running.getBean(BackoffEndpoint.class), running.getBean(PaymentService.class)));
    }

    private static void charge(PaymentService service, int attempts) {
        AtomicInteger attempt = new AtomicInteger();
        Callable<?> provider = () -> attempt.incrementAndGet() < attempts ? PaymentService.down() : "paid";
        try {
            service.charge(provider);
        } catch (Exception unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private static void fail(PaymentService service) {
        assertThatThrownBy(() -> service.charge(PaymentService::down)).isInstanceOf(IOException.class);
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
}
