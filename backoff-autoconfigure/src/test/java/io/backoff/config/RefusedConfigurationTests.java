package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.testkit.Applications;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.ByteArrayResource;

/** Every contradictory combination of properties, and every value out of range, fails the startup. */
@ExtendWith(OutputCaptureExtension.class)
class RefusedConfigurationTests {

    @ParameterizedTest
    @MethodSource("all")
    void isRejected(Refused refused) {
        Properties properties = properties(refused.yaml());
        Applications.with(BackoffAutoConfiguration.class)
                .withPropertyValues(properties.keySet().stream()
                        .map(name -> name + "=" + properties.get(name))
                        .toArray(String[]::new))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(InvalidPropertyException.class, failure -> {
                            assertThat(failure.property()).isEqualTo(refused.property);
                            assertThat(failure.reason()).contains(refused.reason);
                            assertThat(failure.remedy()).contains(refused.remedy);
                        }));
    }

    @ParameterizedTest
    @MethodSource("all")
    void isReportedWithItsOrigin(Refused refused, @TempDir Path directory, CapturedOutput output) {
        String report = new YamlApplication(directory).yaml(refused.yaml()).report(output);

        assertThat(report)
                .contains("APPLICATION FAILED TO START")
                .contains("Property: " + refused.property + System.lineSeparator())
                .contains("Value: \"" + refused.value + "\"")
                .contains("Origin: application.yml:" + refused.position() + System.lineSeparator())
                .contains("Reason: " + refused.reason)
                .contains(refused.remedy)
                .doesNotContain("Exception");
    }

    static Stream<Refused> all() {
        return Stream.of(strategies(), jitters(), presets(), limits(), amounts(), inheritance(), failures(), budgets())
                .flatMap(group -> group);
    }

    static Stream<Refused> strategies() {
        return Stream.of(
                policy("delays", "1s", "a: {delays: 1s, strategy: exponential}")
                        .because("strategy 'exponential' does not use it", "set 'strategy: list'")
                        .showing("[1 s]"),
                policy("delays", "1s", "a: {delays: 1s}")
                        .because("strategy 'exponential' does not use it", "Remove it")
                        .showing("[1 s]"),
                policy("strategy", "list", "a: {strategy: list}").because("strategy 'list' needs 'delays'", "15s, 30s"),
                policy("delays", "", "a: {strategy: list, delays: []}")
                        .because("strategy 'list' needs 'delays'", "15s, 30s")
                        .showing("[]"),
                policy("increment", "1s", "a: {increment: 1s}")
                        .because("strategy 'exponential' does not use it", "'strategy: linear'")
                        .showing("1 s"),
                policy("exponent", "3.0", "a: {strategy: fibonacci, exponent: 3.0}")
                        .because("strategy 'fibonacci' does not use it", "'strategy: polynomial'"),
                policy("ceiling", "5", "a: {ceiling: 5}")
                        .because("strategy 'exponential' does not use it", "'strategy: binary-exponential'"),
                policy("multiplier", "3.0", "a: {strategy: linear, multiplier: 3.0}")
                        .because("strategy 'linear' does not use it", "'strategy: exponential'"),
                policy("multiplier", "3.0", "a: {strategy: none, multiplier: 3.0}")
                        .because("strategy 'none' does not use it", "Remove it"));
    }

    static Stream<Refused> jitters() {
        return Stream.of(
                policy("jitter", "full", "a: {strategy: decorrelated, jitter: full}")
                        .because("strategy 'decorrelated' is random by itself", "Remove 'jitter'"),
                policy("jitter", "equal", "a: {strategy: binary-exponential, jitter: equal}")
                        .because("strategy 'binary-exponential' is random by itself", "Remove 'jitter'"),
                policy("jitter", "full", "a: {preset: ethernet, jitter: full}")
                        .because("strategy 'binary-exponential' is random by itself", "Remove 'jitter'"),
                policy("jitter-factor", "0.2", "a: {jitter-factor: 0.2}")
                        .because("jitter 'full' does not use it", "'jitter: proportional'"),
                policy("jitter-factor", "1.01", "a: {jitter: proportional, jitter-factor: 1.01}")
                        .because("it must be between 0 and 1", "0.5"),
                policy("jitter-factor", "-0.1", "a: {jitter: proportional, jitter-factor: -0.1}")
                        .because("it must be between 0 and 1", "0.5"),
                policy("jitter-factor", "NaN", "a: {jitter: proportional, jitter-factor: NaN}")
                        .because("it must be between 0 and 1", "0.5"),
                policy("jitter-amount", "2s", "a: {jitter: proportional, jitter-amount: 2s}")
                        .because("jitter 'proportional' does not use it", "'jitter: additive'")
                        .showing("2 s"));
    }

    static Stream<Refused> presets() {
        return Stream.of(
                policy("strategy", "constant", "a: {preset: celery, strategy: constant}")
                        .because("the policy also names the preset 'celery'", "Remove 'strategy' or 'preset'"),
                policy("ceiling", "5", "a: {preset: celery, ceiling: 5}")
                        .because("strategy 'exponential' does not use it", "the preset sets the strategy"),
                policy("max-elapsed", "0", "a: {preset: google-cloud, max-elapsed: 0}")
                        .because("neither 'max-attempts' nor 'max-elapsed'", "at least one")
                        .showing("0 ms"));
    }

    static Stream<Refused> limits() {
        return Stream.of(
                policy("max-attempts", "0", "a: {max-attempts: 0, max-elapsed: 0}")
                        .because("neither 'max-attempts' nor 'max-elapsed' would ever end a call", "at least one"),
                policy("max-attempts", "0", "default: {max-elapsed: 0}\na: {max-attempts: 0}")
                        .because("neither 'max-attempts' nor 'max-elapsed' would ever end a call", "at least one"),
                policy("max-retries", "2", "a: {max-attempts: 3, max-retries: 2}")
                        .because("the policy also sets 'max-attempts'", "Remove one of them"),
                policy("max-retries", "-1", "a: {max-retries: -1}").because("it is negative", "'max-attempts: 0'"),
                policy("max-retries", "2147483647", "a: {max-retries: 2147483647}")
                        .because("it is too large", "'max-attempts: 0'"),
                policy("delay", "11s", "a: {delay: 11s, max-delay: 10s}")
                        .because("it is longer than max-delay, 10 s", "Raise 'max-delay'")
                        .showing("11 s"),
                policy("pace", "adaptive", "a: {strategy: none, pace: adaptive}")
                        .because("the strategy 'none' has no delays", "such as 'exponential'"),
                policy("pace-share", "1.5", "a: {pace: adaptive, pace-share: 1.5}")
                        .because("it must be between 0 and 1", "0.05"),
                policy("pace-share", "NaN", "a: {pace-share: NaN}").because("it must be between 0 and 1", "0.05"),
                policy("delay", "1ns", "a: {delay: 1ns, max-delay: 0}")
                        .because("it is longer than max-delay, 0 ms", "Raise 'max-delay'")
                        .showing("1 ns"),
                policy("delay", "0", "a: {strategy: binary-exponential, delay: 0}")
                        .because("it is the slot time", "more than 0")
                        .showing("0 ms"));
    }

    static Stream<Refused> amounts() {
        return Stream.of(
                negative("delay", "-1s").showing("-1 s"),
                negative("max-delay", "-1s").showing("-1 s"),
                negative("max-elapsed", "-1s").showing("-1 s"),
                negative("attempt-timeout", "-1s").showing("-1 s"),
                negative("granularity", "-1ns").showing("-1 ns"),
                policy("max-attempts", "-1", "a: {max-attempts: -1}")
                        .because("it is negative", "Use 1 for no retries, or 0 for no limit."),
                policy("increment", "-1s", "a: {strategy: linear, increment: -1s}")
                        .because("it is negative", "0 or more")
                        .showing("-1 s"),
                policy("delays", "1s,-1s", "a: {strategy: list, delays: '1s,-1s'}")
                        .because("it is negative", "0 or more")
                        .showing("[1 s, -1 s]"),
                policy("jitter-amount", "-1s", "a: {jitter: additive, jitter-amount: -1s}")
                        .because("it is negative", "0 or more")
                        .showing("-1 s"),
                policy("delays", "1s,,2s", "a: {strategy: list, delays: '1s,,2s'}")
                        .because("one of its entries is empty", "Remove the empty entry")
                        .showing("[1 s, null, 2 s]"),
                policy("multiplier", "0.99", "a: {multiplier: 0.99}").because("it must be 1 or more", "Use 1"),
                policy("multiplier", "-2.0", "a: {multiplier: -2.0}").because("it must be 1 or more", "Use 1"),
                policy("multiplier", "Infinity", "a: {multiplier: Infinity}").because("it must be 1 or more", "Use 1"),
                policy("exponent", "-1.0", "a: {strategy: polynomial, exponent: -1.0}")
                        .because("it must be 0 or more", "Use 1"),
                policy("exponent", "NaN", "a: {strategy: polynomial, exponent: NaN}")
                        .because("it must be 0 or more", "Use 1"),
                policy("ceiling", "0", "a: {strategy: binary-exponential, ceiling: 0}")
                        .because("it must be between 1 and 62", "10"),
                policy("ceiling", "63", "a: {strategy: binary-exponential, ceiling: 63}")
                        .because("it must be between 1 and 62", "10"),
                policy("max-delay", "106752d", "a: {max-delay: 106752d}")
                        .because("it is longer than 292 years", "shorter")
                        .showing("106752 d"));
    }

    static Stream<Refused> inheritance() {
        return Stream.of(
                policy("extends", "b", "a: {extends: b}\nb: {extends: c}\nc: {extends: a}")
                        .because("policies extend one another in a circle: a -> b -> c -> a", "'default'"),
                policy("extends", "a", "a: {extends: a}")
                        .because("policies extend one another in a circle", "'default'"),
                policyNamed("default", "extends", "a", "default: {extends: a}\na: {delay: 1s}")
                        .because("policies extend one another in a circle: default -> a -> default", "'default'"),
                policy("extends", "paymets", "a: {extends: paymets}\npayments: {delay: 1s}")
                        .because("there is no such policy", "Did you mean 'payments'?"),
                policy("extends", "zzzzzzzz", "a: {extends: zzzzzzzz}")
                        .because("there is no such policy", "Extend one of these policies: a, default"));
    }

    static Stream<Refused> failures() {
        return Stream.of(
                policy("retry-on", "", "a: {retry-on: []}")
                        .because("it is empty, so no exception would be retried", "'enabled: false' or")
                        .showing("[]"),
                policy("retry-on", "", "a: {retry-on: ''}")
                        .because("it is empty, so no exception would be retried", "'max-attempts: 1'")
                        .showing("[]"),
                policy("retry-on", "java.lang.String", "a: {retry-on: java.lang.String}")
                        .because("java.lang.String is not an exception", "subclasses of Throwable")
                        .showing("[java.lang.String]"),
                policy("abort-on", "java.util.List", "a: {abort-on: 'java.lang.Error,java.util.List'}")
                        .because("java.util.List is not an exception", "subclasses of Throwable")
                        .showing("[java.lang.Error, java.util.List]")
                        .at("'java.lang.Error"),
                policy("retry-on-status", "5x", "a: {retry-on-status: 5x}")
                        .because("'5x' is not an HTTP status such as 429", "'429, 5xx, 520-526'")
                        .showing("[5x]"),
                policy("retry-on-status", "504-500", "a: {retry-on-status: 504-500}")
                        .because("'504-500' is not an HTTP status", "'429, 5xx, 520-526'")
                        .showing("[504-500]"),
                policy("retry-on-grpc-status", "UNAVAILBLE", "a: {retry-on-grpc-status: UNAVAILBLE}")
                        .because(
                                "'UNAVAILBLE' is not a gRPC status such as UNAVAILABLE; did you mean UNAVAILABLE?",
                                "'UNAVAILABLE, ABORTED'")
                        .showing("[UNAVAILBLE]"),
                policy("retry-on-grpc-status", "teapot", "a: {retry-on-grpc-status: teapot}")
                        .because("'teapot' is not a gRPC status such as UNAVAILABLE", "'UNAVAILABLE, ABORTED'")
                        .showing("[teapot]"),
                policy("retry-on-grpc-status", "ok", "a: {retry-on-grpc-status: ok}")
                        .because("'OK' is the status of a success, which needs no retry", "'UNAVAILABLE, ABORTED'")
                        .showing("[ok]"),
                policy("retry-on-result", "#result.", "a: {retry-on-result: '#result.'}")
                        .because("not a SpEL expression", "'#result.pending'"),
                policy("retry-on-result", "#reslt", "a: {retry-on-result: '#reslt'}")
                        .because("it reads #reslt, but there is only #result", "'#result.pending'"),
                policy("retry-on-result", "${nope}", "a: {retry-on-result: '${nope}'}")
                        .because("its placeholder cannot be resolved", "${name:default}"));
    }

    static Stream<Refused> budgets() {
        return Stream.of(
                policy("budget", "paymets", "a: {budget: paymets}\nbudgets:\n  payments: {burst: 1}")
                        .because(
                                "there is no such budget; known budgets: default, payments",
                                "Did you mean 'payments'?"),
                policy("budget", "None", "a: {budget: None}")
                        .because("there is no such budget", "Did you mean 'none'?"),
                policy("budget", "zzzzzzzz", "a: {budget: zzzzzzzz}")
                        .because("there is no such budget; known budgets: default", "write 'none'"),
                budget("ratio", "-0.1").because("it must be between 0 and 1000", "ratio: 0.1"),
                budget("ratio", "NaN").because("it must be between 0 and 1000", "ratio: 0.1"),
                budget("burst", "-1").because("it must be between 0 and", "burst: 20"),
                budget("min-per-second", "-1.0").because("it must be between 0 and 1000000", "min-per-second: 0.1"));
    }

    private static Refused negative(String field, String value) {
        return policy(field, value, "a: {" + field + ": " + value + "}").because("it is negative", "0 or more");
    }

    private static Refused policy(String field, String value, String policies) {
        return policyNamed("a", field, value, policies);
    }

    private static Refused policyNamed(String name, String field, String value, String policies) {
        String property = "backoff.policies." + name + "." + field;
        return new Refused("policies", policies, property, value, value, "", "");
    }

    private static Refused budget(String field, String value) {
        // The other budget is valid: it is checked first, and the value that it inherits must not be blamed on it.
        String budgets = "a: {burst: 5}\ndefault: {" + field + ": " + value + "}";
        return new Refused("budgets", budgets, "backoff.budgets.default." + field, value, value, "", "");
    }

    private static Properties properties(String yaml) {
        YamlPropertiesFactoryBean factory = new YamlPropertiesFactoryBean();
        factory.setResources(new ByteArrayResource(yaml.getBytes()));
        return factory.getObject();
    }

    /** An invalid configuration, and the report that it must cause. */
    record Refused(
            String group, String entries, String property, String written, String value, String reason, String remedy) {

        Refused because(String reason, String remedy) {
            return new Refused(group, entries, property, written, value, reason, remedy);
        }

        /** Sets the value as the report shows it, if that differs from the configuration. */
        Refused showing(String value) {
            return new Refused(group, entries, property, written, value, reason, remedy);
        }

        /** Sets the start of the configured value, if that differs from the value. */
        Refused at(String written) {
            return new Refused(group, entries, property, written, value, reason, remedy);
        }

        String yaml() {
            String indented = entries.lines()
                    .map(line -> (line.startsWith("budgets:") || line.startsWith(" ") ? "  " : "    ") + line)
                    .collect(Collectors.joining("\n"));
            return "backoff:\n  " + group + ":\n" + indented + "\n";
        }

        /** The line and column of the value, counted in the YAML text. */
        String position() {
            String[] path = property.split("\\.");
            String[] lines = yaml().split("\n");
            for (int i = 0; i < lines.length; i++) {
                int field = lines[i].indexOf(path[3] + ": ");
                if (lines[i].strip().startsWith(path[2] + ": {") && field >= 0) {
                    return (i + 1) + ":" + (field + path[3].length() + 3);
                }
            }
            throw new IllegalStateException(property + " is not in " + yaml());
        }

        @Override
        public String toString() {
            return entries;
        }
    }
}
