package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.actuate.PolicyReport.Property;
import io.backoff.actuate.Shop.PaymentService;
import io.backoff.engine.BackoffOperations;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.test.RecordingListener;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;

class PolicyChangeTests {

    @Test
    void theNextCallFollowsAChange() {
        run((context, endpoint) -> {
            endpoint.change("payments", "max-attempts", "2");
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
                        endpoint.change("default", "max-attempts", "1");
                        throw new IOException("attempt " + attempts.incrementAndGet());
                    }))
                    .hasMessage("attempt 3");
        });
    }

    @Test
    void saysWhereTheValueComesFrom() {
        run((context, endpoint) -> {
            endpoint.change("payments", "delay", "1s");
            assertThat(endpoint.policy("payments").properties().get("delay"))
                    .isEqualTo(new Property("PT1S", "actuator"));
        });
    }

    @Test
    void policiesThatInheritTheFieldFollow() {
        run((context, endpoint) -> {
            endpoint.change("default", "max-attempts", "7");
            assertThat(policy(context, "switched-off").limits().maxAttempts()).isEqualTo(7);
            assertThat(policy(context, "single").limits().maxAttempts()).isEqualTo(1);
        });
    }

    @Test
    void isTakenBack() {
        run((context, endpoint) -> {
            PolicyReport configured = endpoint.policy("payments");
            endpoint.change("payments", "delay", "1s");
            endpoint.change("payments", "max-attempts", "9");
            assertThat((Object) endpoint.reset("payments").getBody()).isEqualTo(configured);
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
    })
    void isRefusedAsAtStartup(String property, String value, String message) {
        run((context, endpoint) -> {
            PolicyReport before = endpoint.policy("payments");
            WebEndpointResponse<?> answer = endpoint.change("payments", property, value);
            assertThat(answer.getStatus()).isEqualTo(400);
            assertThat(answer.getBody().toString()).contains("backoff.policies.payments." + property, message);
            assertThat(endpoint.policy("payments")).isEqualTo(before);
        });
    }

    /** It is code, and who may change a delay need not be permitted to run any. */
    @ParameterizedTest
    @ValueSource(strings = {"T(java.lang.System).setProperty('ran', 'code') != null", "#result == null", ""})
    void expressionsAreRefused(String expression) {
        run((context, endpoint) -> {
            PolicyReport before = endpoint.policy("payments");
            WebEndpointResponse<?> answer = endpoint.change("payments", "retry-on-result", expression);
            assertThat(answer.getStatus()).isEqualTo(400);
            assertThat(answer.getBody().toString())
                    .contains("it is an expression, which is code", "Change it in the configuration.");
            context.getBean(PaymentService.class).charge(() -> "receipt");
            assertThat(System.getProperty("ran")).isNull();
            assertThat(endpoint.policy("payments").properties()).isEqualTo(before.properties());
        });
    }

    @Test
    void placeholdersAreNotResolved() {
        run((context, endpoint) -> {
            WebEndpointResponse<?> answer = endpoint.change("payments", "budget", "${java.version}");
            assertThat(answer.getStatus()).isEqualTo(400);
            assertThat(answer.getBody().toString())
                    .contains("${java.version}")
                    .doesNotContain(System.getProperty("java.version"));
        });
    }

    @Test
    void returnsToTheOwnBudgetByName() {
        run((context, endpoint) -> {
            endpoint.change("payments", "budget", "none");
            assertThat(endpoint.change("payments", "budget", "payments").getStatus())
                    .isEqualTo(200);
            assertThat(endpoint.policy("payments").budget()).isEqualTo("payments");
        });
    }

    @Test
    void unknownPoliciesAreNotFound() {
        run((context, endpoint) -> {
            assertThat(endpoint.change("paymets", "delay", "1s").getStatus()).isEqualTo(404);
            assertThat(endpoint.reset("paymets").getStatus()).isEqualTo(404);
        });
    }

    @ParameterizedTest
    @CsvSource({"payments", "default"})
    void attemptTimeoutIsRefusedWhereAMethodBlocks(String policy) {
        run((context, endpoint) -> {
            WebEndpointResponse<?> answer = endpoint.change(policy, "attempt-timeout", "1s");
            assertThat(answer.getStatus()).isEqualTo(400);
            assertThat(answer.getBody().toString())
                    .contains("attempt-timeout, value=1 s", "PaymentService")
                    .contains("but the attempts of a blocking method cannot be ended from outside")
                    .contains("Set a timeout at the client that the method calls");
            assertThat(endpoint.policy(policy).properties().get("attempt-timeout"))
                    .isEqualTo(new Property("PT0S", "default"));
        });
    }

    @Test
    void attemptTimeoutIsRefusedWhereCodeHasBlocked() {
        run((context, endpoint) -> {
            assertThat(endpoint.change("single", "attempt-timeout", "1s").getStatus())
                    .isEqualTo(200);
            context.getBean(BackoffOperations.class).call("endless", () -> "done");
            WebEndpointResponse<?> answer = endpoint.change("endless", "attempt-timeout", "1s");
            assertThat(answer.getStatus()).isEqualTo(400);
            assertThat(answer.getBody().toString()).contains("BackoffOperations calls or polls under the policy");
        });
    }

    @Test
    void concurrentChangesLoseNothing() {
        List<String> fields = List.of("delay", "max-delay", "max-elapsed", "granularity");
        List<String> budgets = List.of("payments", "endless", "single", "default");
        run((context, endpoint) -> {
            IntStream.range(0, 400).parallel().forEach(i -> {
                endpoint.change("default", fields.get(i % 4), "9s");
                endpoint.changeBudget("budgets", budgets.get(i % 4), "burst", "9");
            });
            PolicyReport report = endpoint.policy("default");
            assertThat(fields)
                    .allSatisfy(field ->
                            assertThat(report.properties().get(field)).isEqualTo(new Property("PT9S", "actuator")));
            assertThat(budgets)
                    .allSatisfy(budget -> assertThat(
                                    endpoint.budget("budgets", budget).properties())
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
