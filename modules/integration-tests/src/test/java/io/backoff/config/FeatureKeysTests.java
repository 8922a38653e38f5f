package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import io.backoff.testkit.YamlStart;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** Keys of features are checked even if the feature is absent, as in this application. */
@ExtendWith(OutputCaptureExtension.class)
class FeatureKeysTests {

    @TempDir
    private Path directory;

    private YamlStart application;

    @BeforeEach
    void prepare() {
        application = new YamlStart(directory, Configured.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http: {server: {window: 5s, no-retry-share: 0.1, trusted: [10.0.0.0/8, 192.0.2.7]}}",
                "http: {client: {disableClientRetries: false, idempotency_key: true}, server: {enabled: false}}",
                "idempotency: {store: redis, ttl: 1h, lease: 5s, max-result-size: 1MB, jdbc: {mode: two-phase}}",
                "redelivery: {initialize-schema: never, dead-letter-retention: 30d}",
                "{metrics: {enabled: false, method-tag: false}, health: {enabled: true, exhausted-for: 2m}}",
                "http: {server: {trusted: []}}",
                "policies: {a: {retry-on-grpc-status: 'unavailable, resource-exhausted, Data_Loss'}}",
            })
    void areAccepted(String yaml, CapturedOutput output) {
        application
                .yaml("backoff:\n  " + yaml)
                .start(context -> assertThat(
                                context.getBean(BackoffPolicies.class).get("default"))
                        .isNotNull());
        assertThat(output).doesNotContain("WARN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http: ", "http: {server: }", "idempotency: {jdbc: {}}", "redelivery: {}", "reload: "})
    void mayBeEmpty(String yaml, CapturedOutput output) {
        areAccepted(yaml, output);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BACKOFF_HTTP_SERVER_WINDOW=5s",
                "BACKOFF_HTTP_SERVER_TRUSTED_0=10.0.0.0/8",
                "BACKOFF_IDEMPOTENCY_JDBC_INITIALIZESCHEMA=never",
                "BACKOFF_IDEMPOTENCY_JDBC_INITIALIZE_SCHEMA=never",
                "BACKOFF_REDELIVERY_DEAD_LETTER_RETENTION=1d",
                "BACKOFF_KAFKA_LISTENERS_X=default",
            })
    void areAcceptedAsVariables(String variable, CapturedOutput output) {
        application
                .variable(variable.split("=")[0], variable.split("=")[1])
                .start(context -> assertThat(
                                context.getBean(BackoffPolicies.class).get("default"))
                        .isNotNull());
        assertThat(output).doesNotContain("WARN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http: {server: {windw: 5s}} | http.server.windw | Did you mean 'window'?",
                "http: {sever: {window: 5s}} | http.sever.window | Did you mean 'server'?",
                "htp: {server: {window: 5s}} | htp.server.window | Did you mean 'http'?",
                "http: {proxy: true} | http.proxy | Keys under 'backoff.http': client, server.",
                "http: {server: {window: {x: 5s}}} | http.server.window.x | Give 'backoff.http.server.window' a value.",
                "http: {server: {trusted: [{x: 1}]}} | http.server.trusted[0].x | Give 'backoff.http.server.trusted' a",
                "idempotency: {ttl: } | idempotency.ttl | Write a value, or remove the property.",
                "idempotency: {stor: redis} | idempotency.stor | Did you mean 'store'?",
                "idempotency: {jdbc: {mod: two-phase}} | idempotency.jdbc.mod | Did you mean 'mode'?",
                "redelivery: {dead-letter-retentoin: 1d} | redelivery.dead-letter-retentoin | mean 'dead-letter-retention'?",
                "health: {exhausted: 1m} | health.exhausted | Keys under 'backoff.health': enabled, exhausted-for.",
            })
    void areRejectedWhereTheyDoNotExist(String yaml, String property, String remedy, CapturedOutput output) {
        String report = application.yaml("backoff:\n  " + yaml).report(output);

        assertThat(report)
                .contains("unknown keys")
                .contains("Property: backoff." + property + System.lineSeparator())
                .contains("Origin: application.yml:2:")
                .contains(remedy)
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http: {server: {window: abc}} | http.server.window | it is not a duration | 200ms",
                "http: {server: {enabled: false, window: abc}} | http.server.window | it is not a duration | 200ms",
                "http: {server: {no-retry-share: few}} | http.server.no-retry-share | it is not a number | 1.5",
                "http: {client: {enabled: yep}} | http.client.enabled | it is neither true nor false | true or false",
                "idempotency: {store: redsi} | idempotency.store | must be one of: auto, | Did you mean 'redis'?",
                "idempotency: {max-result-size: big} | idempotency.max-result-size | it is not a size | such as 64KB.",
                "idempotency: {jdbc: {mode: one}} | idempotency.jdbc.mode | must be one of: same-transaction, | Write",
                "redelivery: {initialize-schema: alwys} | redelivery.initialize-schema | one of: | Did you mean 'always'?",
                "metrics: {method-tag: perhaps} | metrics.method-tag | it is neither true nor false | true or false",
                "health: {exhausted-for: long} | health.exhausted-for | it is not a duration | 200ms",
                "http: 5 | http | it takes keys, not a value | write keys below 'backoff.http'.",
                "http: {server: 5} | http.server | it takes keys, not a value | write keys below 'backoff.http.server'.",
                "idempotency: 5 | idempotency | it takes keys, not a value | write keys below 'backoff.idempotency'.",
                "idempotency: {jdbc: 5} | idempotency.jdbc | it takes keys, not a value | keys below 'backoff.idempotency.",
                "reload: 5 | reload | it takes keys, not a value | write keys below 'backoff.reload'.",
                "policies: 5 | policies | it takes keys, not a value | write keys below 'backoff.policies'.",
            })
    void areRejectedWithValuesThatCannotBeConverted(
            String yaml, String property, String reason, String remedy, CapturedOutput output) {
        String report = application.yaml("backoff:\n  " + yaml).report(output);

        assertThat(report)
                .contains("Property: backoff." + property + System.lineSeparator())
                .contains("Origin: application.yml:2:")
                .contains("Reason: ")
                .contains(reason)
                .contains(remedy)
                .doesNotContain("Exception:", "io.backoff.");
    }

    @ParameterizedTest
    @CsvSource({
        "BACKOFF_HTTP_SERVER_WINDOW, http.server.window, it is not a duration",
        "BACKOFF_IDEMPOTENCY_STORE, idempotency.store, it must be one of",
        "BACKOFF_HTTP, http, 'it takes keys, not a value'"
    })
    void areRejectedWithSuchValuesInVariables(String variable, String property, String reason, CapturedOutput output) {
        assertThat(application.variable(variable, "abc").report(output))
                .contains("Property: backoff." + property + System.lineSeparator())
                .contains("Origin: System Environment Property \"" + variable + "\"")
                .contains(reason)
                .doesNotContain("Exception:");
    }

    @Test
    void areRejectedTogether(CapturedOutput output) {
        assertThat(application
                        .yaml("backoff: {enabld: true, http: {server: {windw: 5s}}, policies: {a: {dely: 1s}}}")
                        .report(output))
                .contains("Did you mean 'enabled'?", "Did you mean 'window'?", "Did you mean 'delay'?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http: {server: {window: abc}} | it is not a duration",
                "http: {server: {windw: 5s}} | Did you mean 'window'?",
                "http: 5 | it takes keys, not a value"
            })
    void areRejectedInFilesThatChange(String yaml, String reason, CapturedOutput output) {
        application
                .bean(FakeTime.class)
                .yaml("backoff: {reload: {interval: 10s}}")
                .start(context -> {
                    application.yaml("backoff:\n  policies: {default: {max-attempts: 7}}\n  " + yaml);
                    context.getBean(FakeTime.class).advance(Duration.ofSeconds(10));
                    await().untilAsserted(() -> assertThat(output).contains("is rejected", reason));
                    assertThat(context.getBean(BackoffPolicies.class)
                                    .get("default")
                                    .limits()
                                    .maxAttempts())
                            .isEqualTo(3);
                });
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({AopAutoConfiguration.class, BackoffAutoConfiguration.class})
    static class Configured {}
}
