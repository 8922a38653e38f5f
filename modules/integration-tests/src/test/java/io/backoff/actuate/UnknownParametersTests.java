package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.RunningApplication;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A request with a misspelled parameter is rejected as a whole. */
@ExtendWith(OutputCaptureExtension.class)
class UnknownParametersTests {

    private static final String ALL = "backoff,backoffredeliveries,loggers";
    private static final String REDELIVERIES = "backoffredeliveries";

    private static final Map<List<?>, RunningApplication> APPLICATIONS = new HashMap<>();

    @AfterAll
    static void close() {
        APPLICATIONS.values().forEach(RunningApplication::close);
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void areRejected(WebApplicationType type, CapturedOutput output) {
        RunningApplication application = application(type, ALL);
        assertThat(application.send("POST", "backoffredeliveries", "{\"pause\":true}"))
                .isEqualTo("400 application/problem+json {\"type\":\"urn:problem:backoff:unknown-parameter\","
                        + "\"title\":\"Unknown parameter\",\"status\":400,\"detail\":\"There is no parameter"
                        + " 'pause'. Did you mean 'paused'?\","
                        + "\"known\":[\"all\",\"failure\",\"method\",\"paused\",\"since\",\"until\"]}");
        assertThat(application.send("DELETE", "backoffredeliveries?failure=Timeout&metod=Shop.pay", ""))
                .startsWith("400 ")
                .contains("Did you mean 'method'?");
        assertThat(application.send("DELETE", "backoffredeliveries/1?size=1", ""))
                .startsWith("400 ")
                .endsWith("\"known\":[]}");
        assertThat(application.send("POST", "backoffredeliveries", "{\"paused\":null}"))
                .isEqualTo("400 application/problem+json {\"type\":\"urn:problem:backoff:invalid-parameter\","
                        + "\"title\":\"Invalid parameter\",\"status\":400,\"detail\":\"'paused' is null."
                        + " Give it a value, or omit it.\"}");
        for (String nothing : List.of("", "null", "{}")) {
            assertThat(application.send("POST", "backoffredeliveries", nothing))
                    .startsWith("400 application/problem+json ")
                    .contains("Send {\\\"all\\\": true} to redrive all dead letters.");
        }
        assertThat(application.send("POST", "backoffredeliveries", "{\"all\":true}"))
                .endsWith("{\"redriven\":0}");
        assertThat(application.send(
                        "POST", "backoff/payments", "{\"property\":\"max-attempts\",\"value\":\"2\",\"dry-run\":true}"))
                .startsWith("400 ")
                .contains("There is no parameter 'dry-run'.");
        assertThat(application.send("GET", "backoff/payments", "")).contains("\"max-attempts\":{\"value\":3,");
        assertThat(application.send("POST", "loggers/of.others", "{\"configuredLevel\":\"warn\",\"more\":1}"))
                .startsWith("204 ");
        assertThat(output)
                .contains("Backoff: a change at the endpoint 'backoffredeliveries' by unknown is rejected: There is no"
                        + " parameter 'pause'. Did you mean 'paused'?");
    }

    /** A reader who misspells a filter would otherwise take all dead letters for those that match it. */
    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void areRejectedWhereNothingIsChangedToo(WebApplicationType type, CapturedOutput output) {
        RunningApplication application = application(type, ALL);
        assertThat(application.send("GET", "backoffredeliveries?failur=timeout", ""))
                .isEqualTo("400 application/problem+json {\"type\":\"urn:problem:backoff:unknown-parameter\","
                        + "\"title\":\"Unknown parameter\",\"status\":400,\"detail\":\"There is no parameter"
                        + " 'failur'. Did you mean 'failure'?\","
                        + "\"known\":[\"failure\",\"method\",\"page\",\"since\",\"size\",\"until\"]}");
        assertThat(application.send("GET", "backoffredeliveries/1?method=Shop.pay", ""))
                .startsWith("400 ")
                .contains("There is no parameter 'method'.");
        assertThat(application.send("GET", "backoffredeliveries?failure=timeout&size=20", ""))
                .startsWith("200 ")
                .contains("\"total\":0");
        for (String path : List.of("backoff", "backoff/payments", "loggers/of.others")) {
            assertThat(application.send("GET", path + "?more=1", "")).startsWith("200 ");
        }
        assertThat(output).doesNotContain("is rejected");
    }

    /** They may have parameters of any name. */
    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void areAcceptedByOtherEndpoints(WebApplicationType type) {
        RunningApplication application = application(type, ALL);
        assertThat(application.send(
                        "POST", "loggers/of.others?policy=a", "{\"configuredLevel\":\"warn\",\"policy\":\"a\"}"))
                .startsWith("204 ");
        assertThat(application.send("GET", "loggers/of.others", "")).contains("\"configuredLevel\":\"WARN\"");
    }

    /** The path decides who may do what. */
    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void cannotReplaceAPartOfThePath(WebApplicationType type) {
        RunningApplication application = application(type, ALL);
        String change = "\"property\":\"max-attempts\",\"value\":\"2\"}";
        for (String request : List.of(
                "POST backoff/payments {\"policy\":\"default\"," + change,
                "POST backoff/payments {\"\\u0070olicy\":\"default\"," + change,
                "POST backoff/payments?policy=default {" + change,
                "POST backoff/budgets/payments {\"name\":\"default\",\"property\":\"burst\",\"value\":\"2\"}",
                "POST backoff/budgets/payments?name=default {\"property\":\"burst\",\"value\":\"2\"}",
                "POST backoff/some/default {\"group\":\"budgets\",\"property\":\"burst\",\"value\":\"2\"}",
                "DELETE backoff/payments?policy=default ",
                "DELETE backoff/budgets/payments?name=default ",
                "GET backoff/payments?policy=default ",
                "GET backoff/budgets/payments?name=default ",
                "GET backoffredeliveries/1?id=2 ",
                "POST backoffredeliveries/1 {\"id\":\"2\"}",
                "POST backoffredeliveries/1?id=2 ",
                "DELETE backoffredeliveries/1?id=2 ")) {
            String[] parts = request.split(" ", 3);
            assertThat(application.send(parts[0], parts[1], parts[2]))
                    .as(request)
                    .startsWith("400 application/problem+json {\"type\":\"urn:problem:backoff:unknown-parameter\"")
                    .contains(" is a part of the path");
        }
        assertThat(application.send("GET", "backoff/default", "")).contains("\"max-attempts\":{\"value\":3,");
    }

    /** Spring recognizes UTF-16 by its bytes. */
    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void areNotHiddenInOtherEncodings(WebApplicationType type) {
        RunningApplication application = application(type, ALL);
        String body = "{\"policy\":\"default\",\"property\":\"max-attempts\",\"value\":\"2\"}";
        String inUtf16 = new String(body.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.ISO_8859_1);
        assertThat(application.send("POST", "backoff/payments", inUtf16)).startsWith("400 ");
        assertThat(application.send("GET", "backoff/default", "")).contains("\"max-attempts\":{\"value\":3,");
    }

    /** JMX passes all parameters of an operation, and no others: also the caller, and null for each that is omitted. */
    @Test
    void cannotExistOverJmx() throws Exception {
        try (RunningApplication application = new RunningApplication(
                Everything.class, WebApplicationType.NONE, "jmx", RunningApplication.ONLY_ENDPOINTS)) {
            String[] all = {null, null, null, null, null, null, "true"};
            assertThat(application.invoke("Backoffredeliveries", "redriveAll", all))
                    .contains("redriven=0");
            assertThat(application.invoke("Backoffredeliveries", "deleteAll", null, null, "timeout", null, null))
                    .contains("deleted=0");
            assertThat(application.invoke("Backoffredeliveries", "deleteAll", null, null, null, null, null))
                    .contains("status=400", "required unless");
            assertThat(application.invoke("Backoffredeliveries", "delete", null, "1"))
                    .contains("status=404");
            assertThat(application.invoke("Backoffredeliveries", "deadLetters", null, "timeout", null, null, null, "1"))
                    .contains("total=0");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"SERVLET|" + ALL, "REACTIVE|" + ALL, "SERVLET|" + REDELIVERIES, "REACTIVE|" + REDELIVERIES})
    void givenTwiceAreRejected(WebApplicationType type, String exposed) {
        RunningApplication application = application(type, exposed);
        assertThat(application.send("POST", "backoffredeliveries", "{\"paused\":true,\"p\\u0061used\":false}"))
                .isEqualTo("400 application/problem+json {\"type\":\"urn:problem:backoff:repeated-member\","
                        + "\"title\":\"Repeated member\",\"status\":400,\"detail\":\"'paused' is given twice."
                        + " Give it once. Nothing was changed.\"}");
        assertThat(application.send("POST", "%62ackoffredeliveries", "{\"all\":false,\"all\":true}"))
                .startsWith("400 ");
        if (exposed.equals(ALL)) {
            for (String twice : List.of(
                    "{\"property\":\"max-attempts\",\"value\":\"2\",\"dryRun\":true,\"dryRun\":false}",
                    "{\"properties\":{\"max-attempts\":1,\"max-attempts\":2}}",
                    "{\"properties\":\"{\\\"max-attempts\\\":1,\\\"max-attempts\\\":2}\"}")) {
                assertThat(application.send("POST", "backoff/payments", twice))
                        .startsWith("400 application/problem+json ");
            }
            assertThat(application.send("GET", "backoff/payments", "")).contains("\"max-attempts\":{\"value\":3,");
        }
    }

    private static RunningApplication application(WebApplicationType type, String exposed) {
        return APPLICATIONS.computeIfAbsent(
                List.of(type, exposed),
                key -> new RunningApplication(
                        Everything.class,
                        type,
                        "web",
                        RunningApplication.ONLY_ENDPOINTS,
                        "management.endpoints.web.exposure.include=" + exposed));
    }

    @EnableAutoConfiguration
    static class Everything {}
}
