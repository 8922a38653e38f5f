package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.BackoffOperations;
import io.backoff.testkit.RunningApplication;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Dry runs over HTTP and JMX, as operators make them. */
@ExtendWith(OutputCaptureExtension.class)
class DryRunEndpointTests {

    private static final Map<WebApplicationType, RunningApplication> APPLICATIONS =
            new EnumMap<>(WebApplicationType.class);
    private static final String QUIET = "backoff/quiet";
    private static final String PATH = "backoff/payments";
    private static final String V3 = "application/vnd.spring-boot.actuator.v3+json";

    @BeforeAll
    static void start() {
        for (WebApplicationType each : List.of(WebApplicationType.SERVLET, WebApplicationType.REACTIVE)) {
            APPLICATIONS.put(each, start(each));
        }
    }

    @AfterAll
    static void stop() {
        APPLICATIONS.values().forEach(RunningApplication::close);
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void saysWhatAChangeWouldDo(WebApplicationType type, CapturedOutput output) {
        RunningApplication application = APPLICATIONS.get(type);
        String before = application.send("GET", "backoff", "");
        Map<String, Object> early = report(application.send("POST", QUIET, dry("max-attempts", "5")));
        assertThat(early)
                .containsEntry("property", "max-attempts")
                .containsEntry("from", "3")
                .containsEntry("to", "5")
                .containsEntry("worstCase", Map.of("from", "PT0.002S", "to", "PT0.004S"))
                .containsEntry(
                        "reason",
                        "No replay: 0 calls were observed, but at least 100 are needed."
                                + " Stored calls and calls retried by other libraries are not observed.")
                .doesNotContainKeys("replay", "properties", "policies");
        assertThat(early.get("schedule").toString())
                .startsWith("{from=[{attempt=2, min=PT0.001S, expected=PT0.001S, max=PT0.001S}")
                .contains("{attempt=5,");
        assertThat(early.get("outage").toString()).startsWith("{seconds=60, attemptsPerCall={from=1.");
        assertThat(application.send("GET", "backoff", "")).isEqualTo(before);

        calls(application);
        Map<String, Object> late = report(application.send("POST", PATH, dry("max-attempts", "1"), "Accept", V3));
        assertThat(late).doesNotContainKey("reason").containsKey("outage");
        assertThat(late.get("observed").toString())
                .startsWith("{calls=120, since=20")
                .contains("callsPerSecond=")
                .endsWith("failedAttempts=0.1429}");
        assertThat(late.get("replay").toString())
                .startsWith("{attemptsPerCall={from=1.167, to=1.0}, succeeded={from=1.0, to=0.8333}, "
                        + "denied={from=0.0, to=0.0}, addedDelay={from={mean=PT0.000166S, p99=PT0.001S}, "
                        + "to={mean=PT0S, p99=PT0S}}}");
        assertThat(output).doesNotContain("changed from").doesNotContain("is rejected");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void severalPropertiesAndPolicies(WebApplicationType type) {
        RunningApplication application = APPLICATIONS.get(type);
        assertThat(
                        report(
                                application.send(
                                        "POST",
                                        PATH,
                                        "{\"properties\":{\"max-attempts\":0,\"max-elapsed\":\"1m\",\"strategy\":\"stop\"},\"dryRun\":true}")))
                .doesNotContainKeys("property", "from", "to")
                .extractingByKey("properties")
                .isEqualTo(Map.of(
                        "max-attempts", Map.of("from", "3", "to", "0"),
                        "max-elapsed", Map.of("from", "PT30S", "to", "PT1M"),
                        "strategy", Map.of("from", "constant", "to", "stop")));
        assertThat(report(application.send("POST", "backoff/default", dry("enabled", "false"))))
                .containsEntry("policies", List.of("changed", "default", "payments", "quiet"));
        assertThat(report(application.send("POST", PATH, dry("budget", "none"))))
                .containsEntry("to", "none")
                .doesNotContainKey("from");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void budgetsToo(WebApplicationType type) {
        RunningApplication application = APPLICATIONS.get(type);
        assertThat(report(application.send("POST", "backoff/budgets/payments", dry("burst", "40"))))
                .containsEntry("property", "burst")
                .containsEntry("from", "20")
                .containsEntry("to", "40")
                .containsEntry("policies", List.of("payments"))
                .containsKeys("observed", "reason", "outage")
                .doesNotContainKeys("schedule", "worstCase");
        assertThat(report(application.send("POST", "backoff/budgets/payments", dry("tokens", "full"))))
                .containsEntry("from", "20")
                .containsEntry("to", "full");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void rejectsWhatAChangeRejects(WebApplicationType type, CapturedOutput output) {
        RunningApplication application = APPLICATIONS.get(type);
        for (String each : List.of(
                "{\"property\":\"max-attempts\",\"value\":\"many\"",
                "{\"property\":\"max-atempts\",\"value\":\"3\"",
                "{\"property\":\"max-attempts\"",
                "{\"properties\":{\"increment\":\"1s\"}",
                "{\"property\":\"max-attempts\",\"value\":\"3\",\"dryrun\":true")) {
            int logged = output.length();
            String rejected = application.send("POST", PATH, each + ",\"dryRun\":true}");
            if (!each.contains("dryrun")) {
                assertThat(output.toString().substring(logged)).doesNotContain("rejected");
            }
            assertThat(rejected)
                    .startsWith("400 application/problem+json")
                    .isEqualTo(application.send("POST", PATH, each + "}"));
        }
        assertThat(application.send("POST", "backoff/paymets", dry("max-attempts", "3")))
                .startsWith("404 application/problem+json")
                .contains("Did you mean 'payments'?");
        assertThat(application.send("POST", "backoff/budgets/paymets", dry("burst", "3")))
                .startsWith("404 application/problem+json");
        assertThat(application.send("POST", "backoff/others/payments", dry("burst", "3")))
                .startsWith("404 application/problem+json");
    }

    /** It must not make a change that was sent as a dry run. */
    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void rejectsAFlagThatIsNeitherTrueNorFalse(WebApplicationType type) {
        RunningApplication application = APPLICATIONS.get(type);
        String before = application.send("GET", "backoff/quiet", "");
        for (String flag : List.of("\"\"", "\" \"", "\"maybe\"", "\"yes\"", "1")) {
            String change = "{\"property\":\"max-attempts\",\"value\":\"7\",\"dryRun\":" + flag + "}";
            assertThat(application.send("POST", "backoff/quiet", change))
                    .startsWith("400 application/problem+json")
                    .contains("'dryRun' is neither true nor false. Nothing was changed.");
        }
        String change = "{\"property\":\"max-attempts\",\"value\":\"7\"}";
        assertThat(application.send("POST", "backoff/quiet?dryRun", change)).startsWith("400 ");
        assertThat(application.send("POST", "backoff/quiet?dryRun=", change)).startsWith("400 ");
        assertThat(application.send("GET", "backoff/quiet", "")).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void changesIfItIsNotDry(WebApplicationType type) {
        RunningApplication application = APPLICATIONS.get(type);
        String change = "{\"property\":\"max-attempts\",\"value\":\"2\",\"dryRun\":false}";
        assertThat(application.send("POST", "backoff/changed", change))
                .startsWith("200 ")
                .contains("\"max-attempts\":{\"value\":2,\"origin\":\"actuator\"}");
        assertThat(application.send("POST", "backoff/budgets/changed", change.replace("max-attempts", "burst")))
                .contains("\"capacity\":2");
    }

    private static RunningApplication start(WebApplicationType type) {
        return new RunningApplication(
                Everything.class,
                type,
                "web",
                "backoff.policies.default.strategy=constant",
                "backoff.policies.default.jitter=none",
                "backoff.policies.default.delay=1ms",
                "backoff.policies.quiet.max-attempts=3",
                "backoff.policies.changed.max-attempts=3");
    }

    /** 100 calls that succeed, and 20 that recover. */
    private static void calls(RunningApplication application) {
        BackoffOperations operations = application.context().getBean(BackoffOperations.class);
        for (int i = 0; i < 120; i++) {
            boolean recovers = i % 6 == 0;
            int[] attempts = {0};
            assertThat(catchThrowable(() -> operations.run("payments", () -> {
                        if (recovers && attempts[0]++ == 0) {
                            throw new IOException();
                        }
                    })))
                    .isNull();
        }
    }

    private static String dry(String property, String value) {
        return "{\"property\":\"" + property + "\",\"value\":\"" + value + "\",\"dryRun\":true}";
    }

    private static Map<String, Object> report(String response) {
        assertThat(response).startsWith("200 {");
        return JsonParserFactory.getJsonParser().parseMap(response.substring(4));
    }

    @EnableAutoConfiguration
    static class Everything {}
}
