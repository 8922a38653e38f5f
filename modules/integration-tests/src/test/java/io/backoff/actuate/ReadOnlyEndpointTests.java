package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.RunningApplication;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** One setting keeps both endpoints from changing anything. */
@ExtendWith(OutputCaptureExtension.class)
class ReadOnlyEndpointTests {

    private static final String READ_ONLY = "backoff.endpoint.read-only=true";
    private static final String CHANGE = "{\"property\":\"max-attempts\",\"value\":\"2\"}";

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void rejectsChangesOverHttp(WebApplicationType type, CapturedOutput output) {
        try (RunningApplication application = new RunningApplication(
                Everything.class,
                type,
                "web",
                RunningApplication.ONLY_ENDPOINTS,
                READ_ONLY,
                "management.endpoints.web.exposure.include=backoff,backoffredeliveries,loggers")) {
            for (String write : List.of(
                    "POST backoff/payments",
                    "DELETE backoff/payments",
                    "POST backoff/paymets",
                    "POST backoff/budgets/payments",
                    "DELETE backoff/budgets/payments",
                    "POST backoffredeliveries",
                    "POST backoffredeliveries/1",
                    "DELETE backoffredeliveries/1")) {
                String[] request = write.split(" ");
                assertThat(application.send(request[0], request[1], CHANGE))
                        .as(write)
                        .isEqualTo("403 application/problem+json {\"type\":\"urn:problem:backoff:read-only\","
                                + "\"title\":\"Read-only endpoint\",\"status\":403,\"detail\":\"The endpoint '"
                                + request[1].split("/")[0]
                                + "' is read-only: 'backoff.endpoint.read-only' is true.\"}");
            }
            for (String path : List.of("backoff/payments", "backoff/budgets/payments")) {
                assertThat(application.send("POST", path, dry(path, "true"))).startsWith("200 {\"property\"");
            }
            for (String each : List.of("false", "null", "\"yes\"", "1")) {
                assertThat(application.send("POST", "backoff/payments", dry("backoff/payments", each)))
                        .as(each)
                        .doesNotStartWith("200");
            }
            assertThat(application.send("POST", "backoffredeliveries", "{\"paused\":true,\"dryRun\":true}"))
                    .doesNotStartWith("200");
            assertThat(application.send("GET", "backoff/payments", ""))
                    .startsWith("200 ")
                    .contains("\"max-attempts\":{\"value\":3,");
            assertThat(application.send("GET", "backoff", ""))
                    .startsWith("200 ")
                    .contains("\"changes\":[]");
            assertThat(application.send("GET", "backoffredeliveries", "")).startsWith("200 ");
            assertThat(application.send("POST", "loggers/of.others", "{\"configuredLevel\":\"warn\"}"))
                    .startsWith("204 ");
        }
        assertThat(output)
                .contains("Backoff: a change at the endpoint 'backoff' by unknown is rejected: "
                        + "'backoff.endpoint.read-only' is true. The operation was a write of policy 'payments'")
                .contains("The operation was a delete of group 'budgets', name 'payments'")
                .contains("Backoff: a change at the endpoint 'backoffredeliveries' by unknown is rejected:");
    }

    @Test
    void rejectsChangesOverJmx() throws Exception {
        try (RunningApplication application = new RunningApplication(
                Everything.class, WebApplicationType.NONE, "jmx", RunningApplication.ONLY_ENDPOINTS, READ_ONLY)) {
            assertThat(List.of(
                            application.invoke("Backoff", "change", "payments", "max-attempts", "2"),
                            application.invoke("Backoff", "changeProperties", "payments", "{}"),
                            application.invoke("Backoff", "reset", "payments"),
                            application.invoke("Backoff", "changeBudget", "budgets", "payments", "tokens", "full"),
                            application.invoke("Backoff", "changeBudgetProperties", "budgets", "payments", "{}"),
                            application.invoke("Backoff", "resetBudget", "budgets", "payments"),
                            application.invoke("Backoffredeliveries", "redriveAll", "any"),
                            application.invoke("Backoffredeliveries", "redrive", "1"),
                            application.invoke("Backoffredeliveries", "delete", "1")))
                    .allSatisfy(response ->
                            assertThat(response).contains("status=403", "'backoff.endpoint.read-only' is true"));
            assertThat(application.invoke("Backoff", "tryChange", "payments", "max-attempts", "5"))
                    .contains("property=max-attempts", "from=3", "to=5", "outage={");
            assertThat(application.invoke(
                            "Backoff", "tryProperties", "payments", "{\"max-attempts\": 5, \"delay\": \"1s\"}"))
                    .contains("properties={", "max-attempts={from=3, to=5}");
            assertThat(application.invoke("Backoff", "tryBudgetChange", "budgets", "payments", "tokens", "full"))
                    .contains("property=tokens", "to=full");
            assertThat(application.invoke("Backoff", "tryBudgetProperties", "budgets", "payments", "{\"burst\": 5}"))
                    .contains("property=burst");
            assertThat(application.invoke("Backoff", "tryChange", "payments", "max-attempts", "many"))
                    .contains("status=400");
            assertThat(application.invoke("Backoff", "policy", "payments")).contains("max-attempts={value=3");
        }
    }

    /** Spring Boot's own setting removes the operations. */
    @Test
    void thatOfSpringBootHoldsForBothToo() {
        try (RunningApplication application = new RunningApplication(
                Everything.class,
                WebApplicationType.SERVLET,
                "web",
                RunningApplication.ONLY_ENDPOINTS,
                "management.endpoints.access.max-permitted=read-only")) {
            for (String each : List.of("backoff/payments", "backoff/budgets/payments", "backoffredeliveries/1")) {
                assertThat(application.send("POST", each, CHANGE)).startsWith("405 ");
                assertThat(application.send("DELETE", each, "")).startsWith("405 ");
            }
            assertThat(application.send("GET", "backoff/payments", "")).startsWith("200 ");
        }
    }

    private static String dry(String path, String dryRun) {
        String property = path.contains("budgets") ? "burst" : "max-attempts";
        return "{\"property\":\"" + property + "\",\"value\":\"5\",\"dryRun\":" + dryRun + "}";
    }

    @EnableAutoConfiguration
    static class Everything {}
}
