package io.backoff.actuate;

import static io.backoff.testkit.RunningApplication.ONLY_ENDPOINTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.RunningApplication;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** Accesses the endpoint over HTTP and JMX, as operators do. */
class EndpointAccessTests {

    private static final Map<WebApplicationType, Application> APPLICATIONS = new EnumMap<>(WebApplicationType.class);

    @AfterAll
    static void closeTheApplications() {
        APPLICATIONS.values().forEach(Application::close);
        APPLICATIONS.clear();
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void overHttp(WebApplicationType type) {
        Application application = reset(type);
        assertThat(application.send("GET", "/payments", "")).startsWith("200 ").contains("\"worstCase\"");
        assertThat(application.send("POST", "/payments", change("max-attempts", "2")))
                .startsWith("200 ")
                .contains("\"max-attempts\":{\"value\":2,\"origin\":\"actuator\"}");
        assertThat(application.send("POST", "/payments", change("max-attempts", "-2")))
                .startsWith("400 ")
                .contains("\"property\":\"backoff.policies.payments.max-attempts\"", "it is negative");
        assertThat(application.send("DELETE", "/payments", "")).startsWith("200 ");
        assertThat(application.send("GET", "/budgets", "")).startsWith("404 ");
        assertThat(application.send("GET", "/budgets/payments", "")).startsWith("200 {\"ratio\":0.0,");
        assertThat(application.send("POST", "/budgets/payments", "{\"property\":\"ratio\",\"value\":0.2}"))
                .startsWith("200 ")
                .contains("\"limit\":0.2", "\"ratio\":{\"value\":0.2,\"origin\":\"actuator\"}");
        assertThat(application.send("POST", "/budgets/payments", change("tokens", "full")))
                .startsWith("200 ");
        assertThat(application.send("POST", "/budgets/payments", change("ratio", "-1")))
                .startsWith("400 ")
                .contains("it must be between 0 and 1000");
        assertThat(application.send("POST", "/budgets/paymets", change("ratio", "1")))
                .startsWith("404 ");
        assertThat(application.send("DELETE", "/budgets/payments", ""))
                .startsWith("200 ")
                .contains("\"limit\":0.1");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void severalPropertiesOverHttp(WebApplicationType type) {
        Application application = reset(type);
        assertThat(application.send("POST", "/payments", several("\"strategy\":\"list\",\"delays\":\"1s, 2s\"")))
                .startsWith("200 ")
                .contains(
                        "\"delays\":{\"value\":[\"PT1S\",\"PT2S\"],\"origin\":\"actuator\",\"text\":[\"1 s\",\"2 s\"]}");
        assertThat(application.send("POST", "/payments", several("\"delays\":[\"3s\"],\"max-attempts\":4")))
                .startsWith("200 ")
                .contains("[\"PT3S\"]", "\"max-attempts\":{\"value\":4,");
        assertThat(application.send("POST", "/payments", several("\"max-attempts\":5,\"delays\":[]")))
                .startsWith("400 ")
                .contains("backoff.policies.payments.delays");
        assertThat(application.send("GET", "/payments", "")).contains("\"max-attempts\":{\"value\":4,");
        assertThat(application.send("POST", "/budgets/payments", several("\"burst\":9,\"tokens\":\"full\"")))
                .startsWith("200 ")
                .contains("\"tokens\":9");
        assertThat(application.send("POST", "/payments", "{}"))
                .startsWith("400 application/problem+json ")
                .contains("urn:problem:backoff:malformed-change");
    }

    @Test
    void severalPropertiesOnAPortOfTheirOwn() {
        try (Application application =
                new Application(WebApplicationType.SERVLET, "web", ONLY_ENDPOINTS, "management.server.port=0")) {
            assertThat(application.managementPort()).isNotEqualTo(application.port());
            assertThat(application.send("POST", "/payments", several("\"delays\":[\"3s\"],\"strategy\":\"list\"")))
                    .startsWith("200 ")
                    .contains("[\"PT3S\"]");
            assertThat(application.send("POST", "/budgets/payments", several("\"burst\":9,\"tokens\":\"full\"")))
                    .startsWith("200 ")
                    .contains("\"tokens\":9");
            assertThat(application.send("POST", "/payments", several("\"max-attempts\":5,\"delays\":[]")))
                    .startsWith("400 ")
                    .contains("backoff.policies.payments.delays");
            assertThat(application.send("POST", "/paymets", several("\"max-attempts\":5")))
                    .startsWith("404 application/problem+json ");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void severalPropertiesInChunks(WebApplicationType type) {
        Application application = reset(type);
        assertThat(application.sendInChunks("/payments", several("\"delays\":[\"3s\"],\"strategy\":\"list\"")))
                .startsWith("200 ")
                .contains("[\"PT3S\"]");
        assertThat(application.sendInChunks("/payments", "{}"))
                .startsWith("400 application/problem+json ")
                .contains("urn:problem:backoff:malformed-change");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void aChangeThatIsTooLongIsRejected(WebApplicationType type) {
        Application application = reset(type);
        String tooLong = several("\"delays\":\"" + " ".repeat(100_000) + "\"");
        String problem = "413 application/problem+json {\"type\":\"urn:problem:backoff:change-too-long\","
                + "\"title\":\"Change too long\",\"status\":413,\"detail\":\"The body is longer than 100000 bytes."
                + " Send fewer properties at a time.\"}";
        assertThat(application.send("POST", "/payments", tooLong)).isEqualTo(problem);
        assertThat(application.sendInChunks("/payments", tooLong)).isEqualTo(problem);
        assertThat(application.send("POST", "/payments", "[".repeat(1_000_000))).isEqualTo(problem);
        String longest = change("max-attempts", "3");
        assertThat(application.send("POST", "/payments", longest + " ".repeat(100_000 - longest.length())))
                .startsWith("200 ");
        assertThat(application.send("POST", "/payments", change("max-attempts", "2")))
                .startsWith("200 ");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void unknownNamesAndInvalidValuesOverHttp(WebApplicationType type) {
        Application application = reset(type);
        for (String method : List.of("GET", "POST", "DELETE")) {
            assertThat(application.send(method, "/paymets", change("max-attempts", "2")))
                    .isEqualTo("404 application/problem+json {\"type\":\"urn:problem:backoff:unknown-policy\","
                            + "\"title\":\"Unknown policy\",\"status\":404,\"detail\":\"There is no policy 'paymets'."
                            + " Did you mean 'payments'?\",\"known\":[\"default\",\"payments\"]}");
            assertThat(application.send(method, "/budgets/other", change("ratio", "1")))
                    .startsWith("404 application/problem+json {\"type\":\"urn:problem:backoff:unknown-budget\",")
                    .contains("\"detail\":\"There is no budget 'other'.\"", "\"known\":[\"default\",\"payments\"]");
            assertThat(application.send(method, "/limits/payments", change("ratio", "1")))
                    .startsWith("404 ")
                    .contains("There is no budget 'limits/payments'.");
        }
        assertThat(application.send("POST", "/payments", change("multiplier", "0.5")))
                .isEqualTo("400 application/problem+json {\"type\":\"urn:problem:backoff:invalid-setting\","
                        + "\"title\":\"Invalid setting\",\"status\":400,"
                        + "\"detail\":\"Nothing was changed: it must be 1 or more\","
                        + "\"property\":\"backoff.policies.payments.multiplier\",\"value\":0.5,"
                        + "\"reason\":\"it must be 1 or more\",\"remedy\":\"Use 1 for delays that do not grow.\"}");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void repeatsLittleOfWhatWasSent(WebApplicationType type) {
        Application application = reset(type);
        for (String field : List.of("retry-on", "max-attempts", "delay", "nothing", "budget")) {
            assertThat(application.send("POST", "/payments", change(field, "h.Evil".repeat(10_000))))
                    .startsWith("400 ")
                    .hasSizeLessThan(1_200);
        }
        assertThat(application.send("POST", "/payments", change("h.Evil".repeat(10_000), "1")))
                .startsWith("400 ")
                .hasSizeLessThan(1_200);
        assertThat(application.send("POST", "/payments", several("\"" + "h.Evil".repeat(10_000) + "\":1")))
                .startsWith("400 ")
                .hasSizeLessThan(1_200);
        assertThat(application.send("GET", "/" + "paymets".repeat(500), ""))
                .startsWith("404 ")
                .hasSizeLessThan(600);
    }

    @Test
    void readOnlyOverHttp() {
        try (Application application = new Application(
                WebApplicationType.SERVLET, "web", ONLY_ENDPOINTS, "management.endpoint.backoff.access=read-only")) {
            assertThat(application.send("GET", "/payments", "")).startsWith("200 ");
            assertThat(application.send("POST", "/payments", change("max-attempts", "2")))
                    .startsWith("405 ");
            assertThat(application.send("POST", "/budgets/payments", change("tokens", "full")))
                    .startsWith("405 ");
            assertThat(application.send("DELETE", "/payments", "")).startsWith("405 ");
        }
    }

    @Test
    void overJmx() throws Exception {
        try (Application application = new Application(WebApplicationType.NONE, "jmx")) {
            assertThat(application.invoke("policy", "payments")).contains("worstCase");
            assertThat(application.invoke("change", "payments", "max-attempts", "2"))
                    .contains("status=200", "max-attempts={value=2, origin=actuator}");
            assertThat(application.invoke("reset", "payments")).contains("status=200");
            assertThat(application.invoke("budget", "budgets", "payments")).contains("capacity=20");
            assertThat(application.invoke("changeBudget", "budgets", "payments", "burst", "3"))
                    .contains("status=200", "capacity=3");
            assertThat(application.invoke("changeBudget", "budgets", "payments", "burst", "few"))
                    .contains("status=400", "whole number");
            assertThat(application.invoke("resetBudget", "budgets", "payments")).contains("capacity=20");
            assertThat(application.invoke(
                            "changeProperties", "payments", "{\"strategy\": \"list\", \"delays\": \"1s, 2s\"}"))
                    .contains("status=200", "[PT1S, PT2S]");
            assertThat(application.invoke("changeProperties", "payments", "strategy=list"))
                    .contains("status=400", "malformed-change");
            assertThat(application.invoke(
                            "changeBudgetProperties", "budgets", "payments", "{\"burst\": 9, \"tokens\": \"full\"}"))
                    .contains("status=200", "tokens=9");
            for (String each : List.of("policy", "reset")) {
                assertThat(application.invoke(each, "paymets"))
                        .contains("status=404", "There is no policy 'paymets'. Did you mean 'payments'?");
            }
            assertThat(application.invoke("budget", "budgets", "other")).contains("status=404", "no budget 'other'");
        }
    }

    /** The application of this type, without the changes of other tests. */
    private static Application reset(WebApplicationType type) {
        Application application = APPLICATIONS.computeIfAbsent(type, missing -> new Application(missing, "web"));
        assertThat(application.send("DELETE", "/payments", "")).startsWith("200 ");
        assertThat(application.send("DELETE", "/budgets/payments", "")).startsWith("200 ");
        return application;
    }

    private static String several(String properties) {
        return "{\"properties\":{" + properties + "}}";
    }

    private static String change(String property, String value) {
        return "{\"property\":\"%s\",\"value\":\"%s\"}".formatted(property, value);
    }

    private static final class Application implements AutoCloseable {

        private final RunningApplication application;

        Application(WebApplicationType type, String technology, String... properties) {
            application = new RunningApplication(Everything.class, type, technology, properties);
        }

        String send(String method, String path, String body) {
            return application.send(method, "backoff" + path, body);
        }

        String sendInChunks(String path, String body) {
            return application.sendInChunks("POST", "backoff" + path, body);
        }

        String invoke(String operation, String... arguments) throws Exception {
            return application.invoke("Backoff", operation, arguments);
        }

        String port() {
            return application.context().getEnvironment().getRequiredProperty("local.server.port");
        }

        String managementPort() {
            return application.context().getEnvironment().getRequiredProperty("local.management.port");
        }

        @Override
        public void close() {
            application.close();
        }
    }

    @EnableAutoConfiguration
    static class Everything {}
}
