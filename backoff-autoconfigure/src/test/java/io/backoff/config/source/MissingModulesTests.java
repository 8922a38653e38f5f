package io.backoff.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import io.backoff.config.YamlApplication;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Properties of modules that are not on the class path, as none are in the tests of this one. */
@ExtendWith(OutputCaptureExtension.class)
class MissingModulesTests {

    @RegisterExtension
    final YamlApplication application = new YamlApplication();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "adopt: {mode: govern} | adopt.mode | backoff-adopt",
                "adopt: {policies: {Orders.find: default}} | adopt.policies.orders.find | backoff-adopt",
                "amqp: {listener: default} | amqp.listener | backoff-messaging",
                "kafka: {listener: default} | kafka.listener | backoff-messaging",
                "modulith: {policy: default} | modulith.policy | backoff-messaging",
                "idempotency: {maxResultSize: 1MB} | idempotency.max-result-size | backoff-idempotency",
                "idempotency: {jdbc: {mode: two-phase}} | idempotency.jdbc.mode | backoff-idempotency",
                "redelivery: {initialize-schema: never} | redelivery.initialize-schema | backoff-redelivery",
                "http: {client: {groups: {a: default}}} | http.client.groups.a | backoff-http",
                "http: {client: {idempotency-key: true}} | http.client.idempotency-key | backoff-http",
                "policies: {a: {retry-on-grpc-status: ABORTED}} | policies.a.retry-on-grpc-status | backoff-grpc",
            })
    void areRejected(String yaml, String property, String artifact, CapturedOutput output) {
        assertThat(application.yaml("backoff:\n  " + yaml).report(output))
                .containsIgnoringCase("Property: backoff." + property + System.lineSeparator())
                .contains("Origin: application.yml:2:")
                .contains("Reason: it needs " + artifact + ", which is not on the class path")
                .contains("Add the dependency 'io.backoff:" + artifact + "', or remove the property.")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"client: {enabled: false}", "client: {attempt-header: never}", "server: {trusted: 10.0.0.1}"})
    void areRejectedWithEachModuleThatWouldReadThem(String yaml, CapturedOutput output) {
        assertThat(application.yaml("backoff:\n  http: {" + yaml + "}").report(output))
                .contains("Reason: it needs backoff-http or backoff-grpc, which are not on the class path")
                .contains("Add the dependency 'io.backoff:backoff-http' or 'io.backoff:backoff-grpc', or remove the");
    }

    @ParameterizedTest
    @CsvSource({
        "BACKOFF_ADOPT_MODE, backoff-adopt",
        "BACKOFF_ADOPT_POLICIES_ORDERS, backoff-adopt",
        "BACKOFF_IDEMPOTENCY_MAXRESULTSIZE, backoff-idempotency",
        "BACKOFF_IDEMPOTENCY_MAX_RESULT_SIZE, backoff-idempotency",
        "BACKOFF_HTTP_SERVER_TRUSTED_0, backoff-http",
        "BACKOFF_POLICIES_A_RETRYONGRPCSTATUS, backoff-grpc",
    })
    void areRejectedInVariables(String variable, String artifact, CapturedOutput output) {
        assertThat(application.variable(variable, "ABORTED").report(output))
                .contains("Origin: System Environment Property \"" + variable + "\"")
                .contains("Add the dependency 'io.backoff:" + artifact + "'");
    }

    @Test
    void areRejectedInSystemProperties(CapturedOutput output) {
        assertThat(application
                        .systemProperty("backoff.redelivery.initialize-schema", "never")
                        .report(output))
                .contains("Origin: \"backoff.redelivery.initialize-schema\" from property source \"systemProperties\"")
                .contains("Add the dependency 'io.backoff:backoff-redelivery'");
    }

    @Test
    void areRejectedInFilesThatChange(CapturedOutput output) {
        application
                .bean(FakeTime.class)
                .yaml("backoff: {reload: {interval: 10s}}")
                .run(policies -> {
                    application.yaml("backoff: {policies: {default: {max-attempts: 7}}, adopt: {mode: govern}}");
                    policies.context().getBean(FakeTime.class).advance(Duration.ofSeconds(10));
                    await().untilAsserted(() -> assertThat(output).contains("is rejected", "it needs backoff-adopt"));
                    assertThat(policies.get("default").limits().maxAttempts()).isEqualTo(3);
                });
    }

    @Test
    void areRejectedWhereAPolicyIsChanged() {
        application.yaml("backoff: {policies: {a: {delay: 1s}}}").run(policies -> {
            PolicyStore store = policies.context().getBean(PolicyStore.class);
            assertThatExceptionOfType(InvalidPropertyException.class)
                    .isThrownBy(() -> store.change(
                            SettingsGroup.POLICIES,
                            "a",
                            Map.of("retry-on-grpc-status", "ABORTED"),
                            new Author("operator", ChangeSource.ENDPOINT)))
                    .withMessageContaining("it needs backoff-grpc");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "idempotency: {stor: redis} | idempotency.stor | it needs backoff-idempotency",
                "redelivery: 5 | redelivery | it needs backoff-redelivery",
                "http: {client: {group: a}} | http.client.group | Did you mean 'groups'?",
            })
    void areRejectedIfTheyAreMisspelled(String yaml, String property, String text, CapturedOutput output) {
        assertThat(application.yaml("backoff:\n  " + yaml).report(output))
                .contains("Property: backoff." + property + System.lineSeparator())
                .contains(text);
    }

    /** Presets and the default policy contain settings for HTTP and gRPC, in case these are used. */
    @ParameterizedTest
    @ValueSource(strings = {"policies: {a: {preset: google-cloud}, b: {extends: a}}", "http: {client: }"})
    void areNotThoseOfPresetsAndEmptyKeys(String yaml) {
        application
                .yaml("backoff:\n  " + yaml)
                .run(policies -> assertThat(policies.get("default")).isNotNull());
    }

    /** Kubernetes sets such variables for a service named {@code backoff-kafka}. */
    @ParameterizedTest
    @ValueSource(strings = {"BACKOFF_KAFKA_SERVICE_HOST", "BACKOFF_KAFKA_PORT_9092_TCP_ADDR", "BACKOFF_KAFKA_URL"})
    void areNotSeenInVariablesOfOtherPrograms(String variable) {
        application
                .variable(variable, "10.0.0.1")
                .run(policies -> assertThat(policies.get("default")).isNotNull());
    }

    /** Below a single value, or of a service in Kubernetes. */
    @ParameterizedTest
    @ValueSource(
            strings = {"BACKOFF_AMQP_TEMPLATE_DIR", "BACKOFF_ADOPT_MODE_SERVICE_HOST", "BACKOFF_KAFKA_LISTENER_PORT"})
    void leavesVariablesOfOtherProgramsAlone(String variable) {
        application
                .variable(variable, "10.0.0.1")
                .run(policies -> assertThat(policies.get("default")).isNotNull());
    }
}
