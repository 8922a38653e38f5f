package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.adopt.AdoptedMethods.Row;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.testkit.Shop.Payments;
import io.backoff.testkit.YamlStart;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
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
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** The keys {@code backoff.adopt.mode} and {@code backoff.adopt.policies}, as applications write them. */
@NullMarked
@ExtendWith(OutputCaptureExtension.class)
class AdoptedPoliciesTests {

    private static final String POLICIES = "policies: {payments: {max-attempts: 4}, stock: {max-attempts: 5}}";

    @TempDir
    private Path directory;

    private YamlStart application;

    @BeforeEach
    void prepare() {
        application = new YamlStart(directory, Configured.class)
                .bean(Libraries.Framework.class)
                .bean(Payments.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "off | ",
                "false | ",
                "'off' | ",
                "OFF | ",
                "observe | observe",
                "Govern | govern",
                "\"govern\" | govern",
            })
    void modeIsReadAsItIsWritten(String mode, String expected) {
        application.yaml("backoff: {adopt: {mode: " + mode + "}}").start(running -> {
            List<Row> rows = rows(running);
            assertThat(rows).hasSize(expected == null ? 0 : 2);
            assertThat(rows).allMatch(row -> row.method().guards().govern() == "govern".equals(expected));
        });
    }

    @Test
    void modeIsReadFromAVariable() {
        application
                .variable("BACKOFF_ADOPT_MODE", "govern")
                .start(running -> assertThat(rows(running))
                        .hasSize(2)
                        .allMatch(row -> row.method().guards().govern()));
    }

    @ParameterizedTest
    @CsvSource({
        "govrn, Did you mean 'govern'?",
        "everything, 'Write one of off, observe, govern.'",
        "true, 'Write one of off, observe, govern.'"
    })
    void otherModesAreRejected(String mode, String remedy, CapturedOutput output) {
        assertThat(application.yaml("backoff:\n  adopt: {mode: " + mode + "}").report(output))
                .contains("Property: backoff.adopt.mode" + System.lineSeparator())
                .contains("Value: \"" + mode + "\"")
                .contains("Origin: application.yml:2:17")
                .contains("it must be one of: off, observe, govern")
                .contains(remedy)
                .doesNotContain("Exception");
    }

    @Test
    void otherModesInVariablesAreRejected(CapturedOutput output) {
        assertThat(application.variable("BACKOFF_ADOPT_MODE", "govrn").report(output))
                .contains("Property: backoff.adopt.mode" + System.lineSeparator())
                .contains("Origin: System Environment Property \"BACKOFF_ADOPT_MODE\"")
                .contains("Did you mean 'govern'?")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "adopt: {policies: {\"Payments.charge\": payments}}",
                "adopt: {policies: {'Payments.charge': payments}}",
                "adopt: {policies: {Payments.charge: payments}}",
                "adopt: {policies: {\"[Payments.charge]\": payments}}",
                "adopt: {policies: {Payments: {charge: payments}}}",
                "adopt.policies.Payments.charge: payments",
                "adopt: {policies: {payments.charge: payments}}",
            })
    void aMethodIsNamedInYaml(String yaml, CapturedOutput output) {
        application.yaml("backoff:\n  " + POLICIES + "\n  " + yaml).start(running -> {
            assertThat(policy(running, "Payments.charge")).isEqualTo("payments");
            assertThat(policy(running, "Payments.refund")).isEqualTo("adopted");
        });
        assertThat(output).doesNotContain("WARN");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "backoff.adopt.policies.Payments.charge=payments",
                "backoff.adopt.policies[Payments.charge]=payments",
            })
    void aMethodIsNamedInAPropertiesFile(String line, CapturedOutput output) {
        application
                .file("application.properties", "backoff.policies.payments.max-attempts=4\n" + line)
                .start(running -> assertThat(policy(running, "Payments.charge")).isEqualTo("payments"));
        assertThat(output).doesNotContain("WARN");
    }

    @Test
    void aVariableIsStrongerThanAFile(CapturedOutput output) {
        application
                .yaml("backoff:\n  " + POLICIES + "\n  adopt: {policies: {\"Payments.charge\": stock}}")
                .variable("BACKOFF_ADOPT_POLICIES_PAYMENTS_CHARGE", "payments")
                .start(running -> assertThat(policy(running, "Payments.charge")).isEqualTo("payments"));
        assertThat(output).doesNotContain("WARN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"Payments.charge\": paymnts | Payments.charge | Did you mean 'payments'?",
                "\"[Payments.charge]\": paymnts | Payments.charge | Did you mean 'payments'?",
                "Payments: customers | Payments | Declare the policy under 'backoff.policies', or name one of these.",
                "inventory: stok | inventory | Did you mean 'stock'?",
            })
    void unknownPoliciesAreRejected(String entry, String key, String remedy, CapturedOutput output) {
        assertThat(application
                        .yaml("backoff:\n  " + POLICIES + "\n  adopt:\n    policies:\n      " + entry)
                        .report(output))
                .contains("Property: backoff.adopt.policies[" + key + "]" + System.lineSeparator())
                .contains("Origin: application.yml:5:")
                .contains("there is no such policy; known policies: default, payments, stock")
                .contains(remedy)
                .doesNotContain("Exception");
    }

    @Test
    void unknownPoliciesInVariablesAreRejected(CapturedOutput output) {
        assertThat(application
                        .yaml("backoff: {" + POLICIES + "}")
                        .variable("BACKOFF_ADOPT_POLICIES_PAYMENTS_CHARGE", "paymnts")
                        .report(output))
                .contains("Origin: System Environment Property \"BACKOFF_ADOPT_POLICIES_PAYMENTS_CHARGE\"")
                .contains("Did you mean 'payments'?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mdoe: off | mdoe | Did you mean 'mode'?",
                "polices: {Payments: payments} | polices.payments | Did you mean 'policies'?",
                "mode: {x: off} | mode.x | Give 'backoff.adopt.mode' a value.",
            })
    void unknownKeysAreRejected(String yaml, String property, String remedy, CapturedOutput output) {
        assertThat(application
                        .yaml("backoff:\n  " + POLICIES + "\n  adopt: {" + yaml + "}")
                        .report(output))
                .contains("unknown keys")
                .contains("Property: backoff.adopt." + property + System.lineSeparator())
                .contains("Origin: application.yml:3:")
                .contains(remedy)
                .doesNotContain("Exception");
    }

    @Test
    void policiesOfAdoptedMethodsAreUsed(CapturedOutput output) {
        application
                .bean(Guarded.class)
                .yaml("backoff: {policies: {payments: {max-attempts: 4}, payment: {max-attempts: 5}},"
                        + " adopt: {policies: {Payments: payment}}}")
                .start(running -> assertThat(policy(running, "Payments.charge")).isEqualTo("payment"));
        assertThat(output).doesNotContain("is not used");
    }

    @Test
    void policiesThatResembleThoseOfAdoptedMethodsAreReported(CapturedOutput output) {
        application
                .yaml("backoff: {policies: {payments: {max-attempts: 4}, payment: {max-attempts: 5}},"
                        + " adopt: {policies: {Payments: payments}}}")
                .start(running -> {});
        assertThat(output)
                .contains("backoff.policies.payment (", "is not used by any method; did you mean 'payments'?");
    }

    private static String policy(ConfigurableApplicationContext running, String method) {
        return rows(running).stream()
                .filter(row -> row.name().equals(method))
                .map(row -> row.method().guards().calls().policy())
                .findFirst()
                .orElse("not adopted");
    }

    private static List<Row> rows(ConfigurableApplicationContext context) {
        return List.copyOf(context.getBean(AdoptedMethods.class).all());
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({AopAutoConfiguration.class, BackoffAutoConfiguration.class})
    static class Configured {}

    static class Guarded {

        @Backoff("payments")
        public void pay() {}
    }
}
