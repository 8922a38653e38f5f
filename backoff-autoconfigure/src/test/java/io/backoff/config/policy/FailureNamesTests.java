package io.backoff.config.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.FailureRules;
import io.backoff.config.YamlApplication;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Groups and classes in {@code retry-on} and {@code abort-on}. */
@ExtendWith(OutputCaptureExtension.class)
class FailureNamesTests {

    @RegisterExtension
    final YamlApplication application = new YamlApplication();

    @Test
    void areWrittenInEveryForm() {
        String yaml = """
                backoff:
                  policies:
                    silent: {max-attempts: 2}
                    list: {retry-on: [transient, java.lang.Error], abort-on: [java.io.IOException, ' permanent ']}
                    text: {retry-on: 'transient, java.lang.Error', abort-on: ' permanent ,transient'}
                    case: {retry-on: TRANSIENT, abort-on: [Permanent]}
                    empty: {abort-on: ''}
                    placeholder: {abort-on: '${groups:transient}'}
                    child: {extends: text}
                    optimistic: {preset: optimistic-lock}
                """;
        application
                .yaml(yaml)
                .variable("BACKOFF_POLICIES_VARIABLE_RETRYON", "Transient,java.lang.Error")
                .variable("BACKOFF_POLICIES_INDEXED_ABORTON_0", "java.lang.Error")
                .variable("BACKOFF_POLICIES_INDEXED_ABORT_ON_1", "TRANSIENT")
                .argument("--backoff.policies.argument.abort-on=transient")
                .run(policies -> {
                    assertNames(policies, "silent", List.of("java.lang.Exception"), List.of("permanent"));
                    assertNames(
                            policies,
                            "list",
                            List.of("transient", "java.lang.Error"),
                            List.of("permanent", "java.io.IOException"));
                    assertNames(
                            policies,
                            "text",
                            List.of("transient", "java.lang.Error"),
                            List.of("permanent", "transient"));
                    assertNames(policies, "case", List.of("transient"), List.of("permanent"));
                    assertNames(policies, "empty", List.of("java.lang.Exception"), List.of());
                    assertNames(policies, "placeholder", List.of("java.lang.Exception"), List.of("transient"));
                    assertNames(
                            policies,
                            "child",
                            List.of("transient", "java.lang.Error"),
                            List.of("permanent", "transient"));
                    assertNames(
                            policies,
                            "optimistic",
                            List.of("org.springframework.dao.OptimisticLockingFailureException"),
                            List.of("permanent"));
                    assertNames(policies, "variable", List.of("transient", "java.lang.Error"), List.of("permanent"));
                    assertNames(
                            policies,
                            "indexed",
                            List.of("java.lang.Exception"),
                            List.of("transient", "java.lang.Error"));
                    assertNames(policies, "argument", List.of("java.lang.Exception"), List.of("transient"));
                });
    }

    private static void assertNames(
            YamlApplication.Policies policies, String policy, List<String> retryOn, List<String> abortOn) {
        FailureRules rules = policies.get(policy).classifier().rules();
        assertThat(rules.retryOn().names()).as(policy).isEqualTo(retryOn);
        assertThat(rules.abortOn().names()).as(policy).containsExactlyInAnyOrderElementsOf(abortOn);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "abort-on: permanant | Did you mean 'permanent'?",
                "abort-on: PERMANENTS | Did you mean 'permanent'?",
                "retry-on: [java.io.IOException, tranzient] | Did you mean 'transient'?",
                "retry-on: 'java.io.IOException, transent' | Did you mean 'transient'?",
                "abort-on: 'permanent, transiant' | Did you mean 'transient'?",
                "abort-on: 'permanent, Unknown' | Or write one of the groups, transient and permanent.",
                "retry-on: com.example.transient | Or write one of the groups, transient and permanent.",
                "retry-on: IOException | Write the full name of an exception, such as java.io.IOException",
            })
    void mayBeMisspelled(String fields, String remedy, CapturedOutput output) {
        String report =
                application.yaml("backoff: {policies: {a: {" + fields + "}}}").report(output);

        assertThat(report)
                .contains("Property: backoff.policies.a." + fields.substring(0, fields.indexOf(':')))
                .contains("Origin: application.yml:1:")
                .contains("there is no class of that name on the class path")
                .contains(remedy)
                .doesNotContain("Exception:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no.such.Class", "[java.lang.Error, no.such.Class]"})
    void mayAllBeLeftOutOfAbortOnOnly(String names, CapturedOutput output) {
        String advice = "transient and permanent. To exclude no exception, leave abort-on empty.";
        assertThat(application
                        .yaml("backoff: {policies: {a: {abort-on: " + names + "}}}")
                        .report(output))
                .contains("abort-on", advice);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no.such.Class", "[java.lang.Error, no.such.Class]"})
    void mayNotAllBeLeftOutOfRetryOn(String names, CapturedOutput output) {
        String yaml = "backoff: {policies: {abort-on: {retry-on: " + names + "}}}";
        assertThat(application.yaml(yaml).report(output))
                .contains("backoff.policies.abort-on.retry-on", "one of the groups, transient and permanent.")
                .doesNotContain("leave abort-on empty");
    }

    @Test
    void mayBeMisspelledInAVariable(CapturedOutput output) {
        String report = application
                .yaml("")
                .variable("BACKOFF_POLICIES_A_ABORTON", "Permament")
                .report(output);

        assertThat(report)
                .contains("Property: backoff.policies.a.abort-on", "Value: \"Permament\"", "Did you mean 'permanent'?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "abort-on: 'permanent,,java.lang.Error' | one of its entries is empty | Remove the empty entry.",
                "abort-on: 'permanent, java.lang.String' | java.lang.String is not an exception | subclasses of Throwable",
            })
    void areRejectedBesideAGroup(String fields, String reason, String remedy, CapturedOutput output) {
        String report =
                application.yaml("backoff: {policies: {a: {" + fields + "}}}").report(output);

        assertThat(report).contains("Property: backoff.policies.a.abort-on", "Reason: " + reason, remedy);
    }
}
