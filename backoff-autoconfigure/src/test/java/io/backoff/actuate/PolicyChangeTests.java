package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.actuate.PolicyReport.Property;
import io.backoff.actuate.Shop.PaymentService;
import io.backoff.config.PolicyProperties;
import io.backoff.endpoint.ScheduleRow;
import io.backoff.engine.BackoffOperations;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.test.RecordingListener;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;

class PolicyChangeTests {

    @Test
    void theNextCallFollowsAChange() {
        run((context, endpoint) -> {
            Shop.change(endpoint, "payments", "max-attempts", "2");
            assertThatThrownBy(() -> context.getBean(PaymentService.class).charge(PaymentService::down))
                    .isInstanceOf(IOException.class);
            assertThat(context.getBean(RecordingListener.class).decisions()).hasSize(2);
        });
    }

    @Test
    void aCallInFlightKeepsItsPolicy() {
        run((context, endpoint) -> {
            AtomicInteger attempts = new AtomicInteger();
            assertThatThrownBy(() -> context.getBean(BackoffOperations.class).call("default", () -> {
                        Shop.change(endpoint, "default", "max-attempts", "1");
                        throw new IOException("attempt " + attempts.incrementAndGet());
                    }))
                    .hasMessage("attempt 3");
        });
    }

    @Test
    void saysWhereTheValueComesFrom() {
        run((context, endpoint) -> {
            Shop.change(endpoint, "payments", "delay", "1s");
            assertThat(Shop.policy(endpoint, "payments").properties().get("delay"))
                    .isEqualTo(new Property("PT1S", "actuator", "1 s", null));
        });
    }

    @Test
    void policiesThatInheritTheFieldFollow() {
        run((context, endpoint) -> {
            Shop.change(endpoint, "default", "max-attempts", "7");
            assertThat(policy(context, "switched-off").limits().maxAttempts()).isEqualTo(7);
            assertThat(policy(context, "single").limits().maxAttempts()).isEqualTo(1);
        });
    }

    @Test
    void isTakenBack() {
        run((context, endpoint) -> {
            PolicyReport configured = Shop.policy(endpoint, "payments");
            Shop.change(endpoint, "payments", "delay", "1s");
            Shop.change(endpoint, "payments", "max-attempts", "9");
            assertThat((Object) endpoint.reset("payments", SecurityContext.NONE).getBody())
                    .isEqualTo(configured);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "max-attempts, many, whole number",
        "max-attempts, -1, negative",
        "max-atempts, 3, Did you mean 'max-attempts'?",
        "delay, soon, duration",
        "jitter, ful, Did you mean 'full'?",
        "increment, 1s, does not use it",
        "budget, nobodys, no such budget",
        "extends, nobody, no such policy",
        "delay, '', empty",
        "preset, '', empty",
        "multiplier, 0.5, 1 or more",
        "retry-on, h.Evil, 'one of its entries is invalid: there is no class of that name'",
        "abort-on, 'java.io.IOException, h.Evil', 'one of its entries is invalid: there is no class of that name'",
        "retry-on, java.lang.String, java.lang.String is not an exception",
        "delays, '1s, soon', one of its entries is invalid: it is not a duration",
        "retry-on-status, teapot, is not an HTTP status",
        "retry-on-grpc-status, ABORTD, 'is not a gRPC status such as UNAVAILABLE; did you mean ABORTED?'",
        "multiplier, much, not a number",
    })
    void isRejectedAsAtStartup(String property, String value, String message) {
        run((context, endpoint) -> {
            PolicyReport before = Shop.policy(endpoint, "payments");
            WebEndpointResponse<?> answer = Shop.change(endpoint, "payments", property, value);
            assertThat(answer.getStatus()).isEqualTo(400);
            assertThat(answer.getContentType()).hasToString("application/problem+json");
            assertThat(answer.getBody().toString()).contains("backoff.policies.payments." + property, message);
            assertThat(Shop.policy(endpoint, "payments")).isEqualTo(before);
        });
    }

    @Test
    void changesPropertiesTogetherThatDependOnEachOther() {
        run((context, endpoint) -> {
            assertThat(Shop.change(endpoint, "payments", "strategy", "list").getStatus())
                    .isEqualTo(400);
            WebEndpointResponse<?> response = endpoint.change(
                    "payments",
                    null,
                    null,
                    "{'strategy': 'list', 'delays': ['1s', '2s']}".replace('\'', '"'),
                    null,
                    SecurityContext.NONE);
            assertThat(response.getStatus()).isEqualTo(200);
            assertThat(Shop.policy(endpoint, "payments").schedule())
                    .extracting(ScheduleRow::max)
                    .containsExactly("PT1S", "PT2S");
        });
    }

    @Test
    void changesAllPropertiesOrNone() {
        run((context, endpoint) -> {
            PolicyReport before = Shop.policy(endpoint, "payments");
            for (String each : List.of(
                    "{\"max-attempts\": 5, \"multiplier\": 0.5}",
                    "{\"max-attempts\": 5, \"delay\": \"soon\"}",
                    "{\"max-attempts\": 5, \"delay\": null}",
                    "{\"max-attempts\": 5, \"max-atempts\": 6}")) {
                assertThat(endpoint.change("payments", null, null, each, null, SecurityContext.NONE)
                                .getStatus())
                        .isEqualTo(400);
                assertThat(Shop.policy(endpoint, "payments")).isEqualTo(before);
            }
        });
    }

    @Test
    void whatNamesNoPropertyIsMalformed() {
        run((context, endpoint) -> {
            for (String each : List.of("", "{}", "max-attempts=5", "[5]", "{\"delay\": {\"a\": 1}}")) {
                assertThat(endpoint.change("payments", null, null, each, null, SecurityContext.NONE)
                                .getStatus())
                        .isEqualTo(400);
            }
            for (WebEndpointResponse<?> each : List.of(
                    endpoint.change("payments", null, null, null, null, SecurityContext.NONE),
                    endpoint.change("payments", "delay", null, null, null, SecurityContext.NONE),
                    endpoint.change("payments", null, "1s", null, null, SecurityContext.NONE),
                    endpoint.change("payments", "delay", "1s", "{\"delay\": \"2s\"}", null, SecurityContext.NONE))) {
                assertThat(each.getBody().toString()).contains("urn:problem:backoff:malformed-change");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("fields")
    void repeatsLittleOfWhatWasSent(String field) {
        run((context, endpoint) -> {
            for (int length : List.of(190, 1_990, 400_000)) {
                WebEndpointResponse<?> value = Shop.change(endpoint, "payments", field, "\u00a7".repeat(length));
                assertThat(value.getStatus()).isEqualTo(400);
                assertThat(repeated(value)).isLessThanOrEqualTo(200);
                WebEndpointResponse<?> name =
                        Shop.change(endpoint, "payments", field + "\u00a7".repeat(length), "\u00a7".repeat(length));
                assertThat(repeated(name)).isLessThanOrEqualTo(200);
                assertThat(repeated(Shop.change(endpoint, "\u00a7".repeat(length), field, "1")))
                        .isLessThanOrEqualTo(200);
            }
        });
    }

    static List<String> fields() {
        return Stream.concat(
                        Arrays.stream(PolicyProperties.class.getRecordComponents())
                                .map(each -> each.getName().replace("extendsPolicy", "extends"))
                                .map(each -> each.replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT)),
                        Stream.of("nothing"))
                .toList();
    }

    private static long repeated(WebEndpointResponse<?> response) {
        return response.getBody()
                .toString()
                .chars()
                .filter(each -> each == '\u00a7')
                .count();
    }

    /** An expression is code, and a user who may change a delay need not be allowed to run code. */
    @ParameterizedTest
    @ValueSource(strings = {"T(java.lang.System).setProperty('ran', 'code') != null", "#result == null", ""})
    void expressionsAreRejected(String expression) {
        run((context, endpoint) -> {
            PolicyReport before = Shop.policy(endpoint, "payments");
            WebEndpointResponse<?> answer = Shop.change(endpoint, "payments", "retry-on-result", expression);
            assertThat(answer.getStatus()).isEqualTo(400);
            assertThat(answer.getBody().toString())
                    .contains("it is an expression, which is code", "Change it in the configuration.");
            context.getBean(PaymentService.class).charge(() -> "receipt");
            assertThat(System.getProperty("ran")).isNull();
            assertThat(Shop.policy(endpoint, "payments").properties()).isEqualTo(before.properties());
        });
    }

    @Test
    void placeholdersAreNotResolved() {
        run((context, endpoint) -> {
            WebEndpointResponse<?> answer = Shop.change(endpoint, "payments", "budget", "${java.version}");
            assertThat(answer.getStatus()).isEqualTo(400);
            assertThat(answer.getBody().toString())
                    .contains("${java.version}")
                    .doesNotContain(System.getProperty("java.version"));
        });
    }

    @Test
    void returnsToTheOwnBudgetByName() {
        run((context, endpoint) -> {
            Shop.change(endpoint, "payments", "budget", "none");
            assertThat(Shop.change(endpoint, "payments", "budget", "payments").getStatus())
                    .isEqualTo(200);
            assertThat(Shop.policy(endpoint, "payments").budget()).isEqualTo("payments");
        });
    }

    @Test
    void unknownPoliciesAreNotFound() {
        run((context, endpoint) -> {
            assertThat(Shop.change(endpoint, "paymets", "delay", "1s").getStatus())
                    .isEqualTo(404);
            assertThat(endpoint.reset("paymets", SecurityContext.NONE).getStatus())
                    .isEqualTo(404);
        });
    }

    @ParameterizedTest
    @CsvSource({"payments", "default"})
    void attemptTimeoutIsRejectedWhereAMethodBlocks(String policy) {
        run((context, endpoint) -> {
            WebEndpointResponse<?> answer = Shop.change(endpoint, policy, "attempt-timeout", "1s");
            assertThat(answer.getStatus()).isEqualTo(400);
            assertThat(answer.getBody().toString())
                    .contains("attempt-timeout, value=1 s", "PaymentService")
                    .contains("but the attempts of a blocking method cannot be ended from outside")
                    .contains("Set a timeout at the client that the method calls");
            assertThat(Shop.policy(endpoint, policy).properties().get("attempt-timeout"))
                    .isEqualTo(new Property("PT0S", "default", "0 ms", null));
        });
    }

    @Test
    void attemptTimeoutIsRejectedWhereCodeHasBlocked() {
        run((context, endpoint) -> {
            assertThat(Shop.change(endpoint, "single", "attempt-timeout", "1s").getStatus())
                    .isEqualTo(200);
            context.getBean(BackoffOperations.class).call("endless", () -> "done");
            WebEndpointResponse<?> answer = Shop.change(endpoint, "endless", "attempt-timeout", "1s");
            assertThat(answer.getStatus()).isEqualTo(400);
            assertThat(answer.getBody().toString())
                    .contains("BackoffOperations uses the policy 'endless' for blocking calls");
        });
    }

    @Test
    void concurrentChangesLoseNothing() {
        List<String> fields = List.of("delay", "max-delay", "max-elapsed", "granularity");
        List<String> budgets = List.of("payments", "endless", "single", "default");
        run((context, endpoint) -> {
            IntStream.range(0, 400).parallel().forEach(i -> {
                Shop.change(endpoint, "default", fields.get(i % 4), "9s");
                endpoint.changeBudget("budgets", budgets.get(i % 4), "burst", "9", null, null, SecurityContext.NONE);
            });
            PolicyReport report = Shop.policy(endpoint, "default");
            assertThat(fields)
                    .allSatisfy(field -> assertThat(report.properties().get(field))
                            .isEqualTo(new Property("PT9S", "actuator", "9 s", null)));
            assertThat(budgets)
                    .allSatisfy(
                            budget -> assertThat(Shop.budget(endpoint, budget).properties())
                                    .containsEntry("burst", new Property(9, "actuator")));
        });
    }

    private static BackoffPolicy policy(AssertableApplicationContext context, String name) {
        return context.getBean(BackoffPolicies.class).get(name);
    }

    private static void run(Check check) {
        Shop.exposed()
                .withBean(RecordingListener.class)
                .run(context -> check.check(context, context.getBean(BackoffEndpoint.class)));
    }

    private interface Check {
        void check(AssertableApplicationContext context, BackoffEndpoint endpoint) throws Exception;
    }
}
