package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.adopt.BackoffAdoptAutoConfiguration;
import io.backoff.adopt.framework.BackoffAdoptFrameworkAutoConfiguration;
import io.backoff.adopt.resilience4j.BackoffAdoptResilience4jAutoConfiguration;
import io.backoff.adopt.springretry.BackoffAdoptSpringRetryAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.dryrun.BackoffDryRunAutoConfiguration;
import io.backoff.testkit.RunningApplication;
import io.backoff.testkit.Shop;
import io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The endpoint reports methods that other libraries retry, and changes their budgets. */
class AdoptedReportTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class,
                    RetryAutoConfiguration.class,
                    BackoffAutoConfiguration.class,
                    BackoffActuatorAutoConfiguration.class,
                    BackoffEndpointAutoConfiguration.class,
                    BackoffAdoptAutoConfiguration.class,
                    BackoffDryRunAutoConfiguration.class,
                    BackoffAdoptFrameworkAutoConfiguration.class,
                    BackoffAdoptResilience4jAutoConfiguration.class,
                    BackoffAdoptSpringRetryAutoConfiguration.class))
            .withUserConfiguration(Beans.class)
            .withPropertyValues(
                    "management.endpoints.web.exposure.include=backoff", "backoff.policies.payments.max-attempts=3");

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void budgetsOfMethodsAreChangedOverHttp(WebApplicationType type) {
        try (var application = start(type, "web", "backoff.adopt.mode=govern", "backoff.budgets.default.burst=7")) {
            assertThat(application.send("GET", "backoff/budgets/Payments.charge", ""))
                    .startsWith("200 {\"ratio\":0.0,")
                    .contains("\"capacity\":7");
            assertThat(application.send("POST", "backoff/budgets/Payments.charge", change("burst", "3")))
                    .startsWith("200 ")
                    .contains("\"capacity\":3", "\"burst\":{\"value\":3,\"origin\":\"actuator\"}");
            assertThat(application.send("GET", "backoff", ""))
                    .contains("\"Payments.charge\":{\"ratio\":0.0,\"limit\":0.1,\"tokens\":3,\"capacity\":3")
                    .contains("\"Payments.refund\":{\"ratio\":0.0,\"limit\":0.1,\"tokens\":7,\"capacity\":7");
            assertThat(application.send("POST", "backoff/budgets/Payments.charge", change("burst", "-3")))
                    .startsWith("400 ")
                    .contains("backoff.budgets[Payments.charge].burst");
            assertThat(application.send("POST", "backoff/budgets/Payments.chrge", change("burst", "3")))
                    .startsWith("404 ")
                    .contains("Payments.charge");
            assertThat(application.send("DELETE", "backoff/budgets/Payments.charge", ""))
                    .startsWith("200 ")
                    .contains("\"capacity\":7");
        }
    }

    @Test
    void budgetsOfMethodsAreChangedOverJmx() throws Exception {
        try (var application = start(WebApplicationType.NONE, "jmx", "backoff.adopt.mode=govern")) {
            assertThat(application.invoke("Backoff", "changeBudget", "budgets", "Payments.charge", "burst", "3"))
                    .contains("status=200", "capacity=3");
            assertThat(application.invoke("Backoff", "budget", "budgets", "Payments.charge"))
                    .contains("capacity=3");
            assertThat(application.invoke("Backoff", "resetBudget", "budgets", "Payments.charge"))
                    .contains("capacity=20");
            assertThat(application.invoke("Backoff", "backoff")).contains("adopted", "Payments.charge");
        }
    }

    @Test
    void governedMethodsHaveABudget() {
        application
                .withPropertyValues(
                        "backoff.adopt.mode=govern",
                        "backoff.adopt.policies.Mails=payments",
                        "backoff.policies.free.budget=none",
                        "backoff.adopt.policies[Payments.refund]=free")
                .run(running -> assertThat(adopted(running))
                        .hasToString("[" + "{\"bean\":\"stock\",\"method\":\"Stock.count\",\"by\":\"resilience4j\","
                                + "\"mode\":\"govern\",\"policy\":\"inventory\",\"budget\":\"Stock.count\","
                                + "\"fallback\":\"guess\",\"calls\":{}},"
                                + "{\"bean\":\"payments\",\"method\":\"Payments.charge\",\"by\":\"spring-framework\","
                                + "\"mode\":\"govern\",\"policy\":\"adopted\",\"budget\":\"Payments.charge\","
                                + "\"retryOn\":[\"java.lang.IllegalStateException\"],\"abortOn\":[\"java.lang.Error\"],"
                                + "\"calls\":{}},"
                                + "{\"bean\":\"payments\",\"method\":\"Payments.refund\",\"by\":\"spring-framework\","
                                + "\"mode\":\"govern\",\"policy\":\"free\",\"budget\":\"none\",\"calls\":{}},"
                                + "{\"bean\":\"mails\",\"method\":\"Mails.send\",\"by\":\"spring-retry\","
                                + "\"mode\":\"govern\",\"policy\":\"payments\",\"budget\":\"payments\","
                                + "\"abortOn\":[\"java.lang.IllegalStateException\"],\"fallback\":\"giveUp\","
                                + "\"calls\":{}}]"));
    }

    @Test
    void dryRunsSayWhichRetriesAreNotSimulated() {
        application
                .withPropertyValues("backoff.adopt.mode=govern", "backoff.adopt.policies.Mails=payments")
                .run(running -> {
                    BackoffEndpoint endpoint = running.getBean(BackoffEndpoint.class);
                    assertThat(reason(endpoint.changeBudget(
                                    "budgets", "Payments.charge", "burst", "3", null, "true", SecurityContext.NONE)))
                            .endsWith(
                                    "Not simulated: the retries of Payments.charge, which are made by other libraries.");
                    assertThat(reason(endpoint.change("payments", "delay", "1s", null, "true", SecurityContext.NONE)))
                            .endsWith("Not simulated: the retries of Mails.send, which are made by other libraries.");
                });
        application.run(running -> assertThat(reason(running.getBean(BackoffEndpoint.class)
                        .change("payments", "delay", "1s", null, "true", SecurityContext.NONE)))
                .doesNotContain("simulated"));
    }

    private static @Nullable String reason(WebEndpointResponse<?> response) {
        JsonNode reason = new JsonMapper().valueToTree(response.getBody()).get("reason");
        return reason == null ? null : reason.asString();
    }

    @Test
    void observedMethodsHaveNone() {
        application.run(running -> {
            running.getBean(Shop.Payments.class).charge(0);
            running.getBean(Shop.Mails.class).send();
            assertThat(adopted(running).toString())
                    .contains("\"policy\":\"adopted\",\"retryOn\":[\"java.lang.IllegalStateException\"],"
                            + "\"abortOn\":[\"java.lang.Error\"],\"calls\":{\"success\":1}}")
                    .contains("\"fallback\":\"giveUp\",\"calls\":{\"not_retryable\":1}}")
                    .doesNotContain("budget", "govern");
        });
    }

    @Test
    void aDisabledPolicyGovernsToo() {
        application
                .withPropertyValues(
                        "backoff.adopt.mode=govern",
                        "backoff.adopt.policies.Stock=payments",
                        "backoff.policies.payments.enabled=false")
                .run(running -> assertThat(adopted(running).toString())
                        .contains("\"by\":\"resilience4j\",\"mode\":\"govern\",\"policy\":\"payments\",\"budget\"")
                        .contains("\"by\":\"spring-retry\",\"mode\":\"govern\""));
    }

    @Test
    void theMemberIsAbsentIfNothingIsAdopted() {
        application
                .withPropertyValues("backoff.adopt.mode=off")
                .run(running -> assertThat(report(running).propertyNames())
                        .containsExactly("policies", "methods", "budgets", "changes"));
    }

    private static RunningApplication start(WebApplicationType type, String technology, String... properties) {
        String needed = RunningApplication.ONLY_ENDPOINTS + "|io\\.github\\.resilience4j\\.springboot\\.retry\\..*";
        return new RunningApplication(
                Application.class, type, technology, StringUtils.addStringToArray(properties, needed));
    }

    private static JsonNode adopted(AssertableApplicationContext running) {
        return report(running).get("adopted");
    }

    private static JsonNode report(AssertableApplicationContext running) {
        return new JsonMapper()
                .valueToTree(running.getBean(BackoffEndpoint.class).backoff());
    }

    private static String change(String property, String value) {
        return "{\"property\":\"" + property + "\",\"value\":\"" + value + "\"}";
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Beans.class)
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    @EnableRetry
    static class Beans {

        @Bean
        Shop.Payments payments() {
            return new Shop.Payments();
        }

        @Bean
        Shop.Mails mails() {
            return new Shop.Mails();
        }

        @Bean
        Shop.Stock stock() {
            return new Shop.Stock();
        }
    }
}
