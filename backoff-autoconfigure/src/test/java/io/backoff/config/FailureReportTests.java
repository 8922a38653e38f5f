package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.policy.BackoffPolicies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The failure reports that developers read when an application does not start. */
@ExtendWith(OutputCaptureExtension.class)
class FailureReportTests {

    @RegisterExtension
    final YamlApplication application = new YamlApplication();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "policies: {a: {max-atempts: 3}} | policies.a.max-atempts | 3 | 31 | Did you mean 'max-attempts'?",
                "policies: {a: {dely: 3s}} | policies.a.dely | 3s | 24 | Did you mean 'delay'?",
                "polices: {a: {delay: 3s}} | polices.a.delay | 3s | 24 | Did you mean 'policies'?",
                "policy: {a: {delay: 3s}} | policy.a.delay | 3s | 23 | Did you mean 'policies'?",
                "policy: {a: {max-retries: 3}} | policy.a.max-retries | 3 | 29 | Did you mean 'policies'?",
                "budgets: {a: {rtio: 0.1}} | budgets.a.rtio | 0.1 | 23 | Did you mean 'ratio'?",
                "metrics: {enable: false} | metrics.enable | false | 21 | Did you mean 'enabled'?",
                "policies: {a: {zzzzzz: 1}} | policies.a.zzzzzz | 1 | 26 | Keys under 'backoff.policies.a': abort-on,",
                "redo: {interval: 3s} | redo.interval | 3s | 20 | Keys under 'backoff': advice-mode, budgets,",
                "max-attempts: 3 | max-attempts | 3 | 17 | It belongs to a policy: 'backoff.policies.default.max-at",
                "metrics: {enabled: {x: 1}} | metrics.enabled.x | 1 | 26 | Give 'backoff.metrics.enabled' a value.",
                "policies: {a.b: {delay: 3s}} | policies.a.b.delay | 3s | 27 | 'backoff.policies[a.b].delay'",
            })
    void namesAnUnknownKey(
            String yaml, String property, String value, int column, String remedy, CapturedOutput output) {
        String report = application.yaml("backoff:\n  " + yaml).report(output);

        assertThat(report)
                .contains("unknown keys")
                .contains("Property: backoff." + property + System.lineSeparator())
                .contains("Value: \"" + value + "\"")
                .contains("Origin: application.yml:2:" + column)
                .contains(remedy)
                .doesNotContain("Exception");
    }

    @Test
    void namesEveryUnknownKey(CapturedOutput output) {
        String report = application
                .yaml("backoff: {policies: {a: {dely: 3s, max-atempts: 3}}}")
                .report(output);

        assertThat(report).contains("dely: Did you mean 'delay'?", "max-atempts: Did you mean 'max-attempts'?");
    }

    @ParameterizedTest
    @CsvSource({
        "policies, none, the policy another name: its budget has the same name",
        "policies, None, the policy another name: its budget has the same name",
        "budgets, none, the budget another name",
        "budgets, NONE, the budget another name"
    })
    void rejectsTheNameThatStandsForNoBudget(String section, String name, String remedy, CapturedOutput output) {
        String field = section.equals("policies") ? "delay: 1s" : "burst: 1";
        String report = application
                .yaml("backoff:\n  " + section + ":\n    " + name + ": {" + field + "}")
                .report(output);

        assertThat(report)
                .contains("Property: backoff." + section + "." + name + System.lineSeparator())
                .contains("Origin: application.yml:3:")
                .contains("Reason: the name 'none' is reserved for policies without a budget")
                .contains("Give " + remedy)
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource({"delay", "max-attempts", "multiplier", "strategy"})
    void namesAnEmptyValueRatherThanTheValueThatItHides(String field, CapturedOutput output) {
        String value = field.equals("strategy") ? "linear" : "2";
        String report = application
                .yaml("backoff: {policies: {a: {" + field + ": " + value + "}}}")
                .argument("--backoff.policies.a." + field + "=")
                .report(output);

        assertThat(report)
                .contains("Property: backoff.policies.a." + field, "Value: \"\"", "commandLineArgs")
                .contains("Reason: it is empty", field + ": Write a value, or remove the property.")
                .doesNotContain("entry", "application.yml");
    }

    @Test
    void namesAnEmptyValueOfASingleKey(CapturedOutput output) {
        assertThat(application.yaml("backoff:\n  nested: ''").report(output))
                .contains("Property: backoff.nested", "Origin: application.yml:2:11", "Reason: it is empty");
    }

    @Test
    void namesAnEmptyEntryOfAList(CapturedOutput output) {
        String report = application
                .yaml("backoff: {policies: {a: {abort-on: [java.lang.Error, ~, java.lang.Exception]}}}")
                .report(output);

        assertThat(report).contains("backoff.policies.a.abort-on[1]", "Remove the empty entry.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jitter | ful | it must be one of: none, full, equal, | Did you mean 'full'?",
                "strategy | quadratic | it must be one of: none, stop, constant, | Write one of none, stop, constant, linear",
                "preset | google_clod | it must be one of: celery, ethernet, | Did you mean 'google-cloud'?",
                "cap | clap | it must be one of: window, base, clip | Did you mean 'clip'?",
                "delay | abc | it is not a duration | 200ms",
                "delays | '1s,x' | it is not a duration | 200ms",
                "max-attempts | x | it is not a whole number | whole number up to 2147483647",
                "max-attempts | 99999999999 | it is not a whole number within | whole number up to 2147483647",
                "multiplier | two | it is not a number | 1.5",
                "wait-first | perhaps | it is neither true nor false | Write true or false.",
                "retry-on | no.such.Class | there is no class of that name | java.io.IOException",
                "abort-on | no.such.Class | there is no class of that name | java.io.IOException",
                "max-elapsed | ${nope} | its placeholder cannot be resolved | ${name:default}",
            })
    void namesAValueThatCannotBeConverted(
            String field, String value, String reason, String remedy, CapturedOutput output) {
        String report = application
                .yaml("backoff:\n  policies:\n    a:\n      " + field + ": \"" + value + "\"")
                .report(output);

        assertThat(report)
                .contains("Property: backoff.policies.a." + field)
                .contains("Value: \"" + value + "\"")
                .contains("Origin: application.yml:4:" + (field.length() + 9))
                .contains("Reason: " + reason)
                .contains(remedy)
                .doesNotContain("Exception:", "io.backoff.", "Resolved:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "enabled: maybe | enabled | Write true or false.",
                "order: first | order | Write a whole number",
                "nested: chain | nested | Write one of chain-stop, independent.",
                "advice-mode: proxi | advice-mode | Did you mean 'proxy'?",
                "advice-mode: aspectj | advice-mode | it needs AspectJ, which is not on the class path",
                "budgets: {a: {deposit-on: calls}} | budgets.a.deposit-on | Did you mean 'call'?",
                "budgets: {none: {burst: 1}} | budgets.none | is reserved for policies without a budget",
                "policies: {a: 3} | policies.a | it takes keys, not a value",
            })
    void namesAnyOtherProperty(String yaml, String property, String text, CapturedOutput output) {
        String report = application.yaml("backoff:\n  " + yaml).report(output);

        assertThat(report)
                .contains("Property: backoff." + property + System.lineSeparator())
                .contains("Origin: application.yml:2:")
                .contains(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delay | ${retry.delay}ms | soonms | it is not a duration",
                "max-attempts | ${retry.attempts:many} | many | it is not a whole number",
                "delays | 1s, ${retry.delay} | 1s, soon | it is not a duration",
            })
    void showsWhatAPlaceholderResolvesTo(
            String field, String value, String resolved, String reason, CapturedOutput output) {
        String report = application
                .yaml("retry: {delay: soon}\nbackoff:\n  policies:\n    a:\n      " + field + ": '" + value + "'")
                .report(output);

        assertThat(report).contains("Value: \"" + value + "\"", "Resolved: \"" + resolved + "\"", "Reason: " + reason);
    }

    @Test
    void showsTheNameOfTheFileWhereSeveralAreRead(CapturedOutput output) {
        String report = application
                .yaml("backoff: {policies: {a: {delay: 1s}}}")
                .file("application-prod.yml", "backoff: {policies: {a: {delay: -1s}}}")
                .argument("--spring.profiles.active=prod")
                .report(output);

        assertThat(report).contains("Origin: application-prod.yml:1:33");
    }

    @Test
    void showsTheEnvironmentVariable(CapturedOutput output) {
        String report =
                application.variable("BACKOFF_POLICIES_A_MAXATTEMPTS", "-1").report(output);

        assertThat(report)
                .contains("Property: backoff.policies.a.max-attempts")
                .contains("Origin: System Environment Property \"BACKOFF_POLICIES_A_MAXATTEMPTS\"");
    }

    @Test
    void leavesOtherPropertiesToSpringBoot(CapturedOutput output) {
        String report = application
                .yaml("spring: {main: {lazy-initialization: perhaps}}")
                .report(output);

        assertThat(report).doesNotContain("retry configuration");
    }

    @Test
    void rejectsAtStartupWhatALazyApplicationWouldUseLater(CapturedOutput output) {
        String report = application.yaml("""
                        spring: {main: {lazy-initialization: true}}
                        backoff: {policies: {a: {multiplier: 0.5}}}
                        """).report(output);

        assertThat(report).contains("Property: backoff.policies.a.multiplier", "it must be 1 or more");
    }

    @Test
    void namesTheMethodWhosePolicyIsUnknown(CapturedOutput output) {
        String report = application
                .yaml("backoff: {policies: {payments: {delay: 1s}}}")
                .bean(Misspelt.class)
                .report(output);

        assertThat(report)
                .contains("Misspelt.call", "there is no policy 'paymets'; known policies: default, payments")
                .contains("Did you mean 'payments'? Otherwise declare 'backoff.policies.paymets'");
    }

    @Test
    void rejectsAnAttemptTimeoutOnABlockingMethod(CapturedOutput output) {
        String report = application
                .yaml("backoff: {policies: {payments: {attempt-timeout: 2s}}}")
                .bean(Blocking.class)
                .report(output);

        assertThat(report)
                .contains("Blocking.call", "'payments' sets 'attempt-timeout' to 2 s", "Set a timeout at the client");
    }

    @Test
    void namesThePolicyThatABeanAskedFor(CapturedOutput output) {
        String report = application
                .yaml("backoff: {policies: {payments: {delay: 1s}}}")
                .bean(Asking.class)
                .report(output);

        assertThat(report)
                .contains("Unknown retry policy 'paymets'; known policies: default, payments")
                .contains("Did you mean 'payments'?");
    }

    static class Misspelt {

        @Backoff("paymets")
        public void call() {}
    }

    static class Blocking {

        @Backoff("payments")
        public void call() {}
    }

    static class Asking {

        Asking(BackoffPolicies policies) {
            policies.get("paymets");
        }
    }
}
