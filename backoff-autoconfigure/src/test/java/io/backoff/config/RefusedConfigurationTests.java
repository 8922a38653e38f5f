package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Every contradictory combination of properties, and every value out of range, fails the startup. */
@ExtendWith(OutputCaptureExtension.class)
class RefusedConfigurationTests {

    /**
     * Each row: policies (or, where the property says so, budgets) in lines of YAML, the rejected property (of the policy
     * {@code a}, unless it has a longer name), its value in the report, the reason, and the remedy.
     */
    private static final String TABLE = """
            a: {delays: 1s, strategy: exponential} | delays | [1 s] |\
               strategy 'exponential' does not use it | set 'strategy: list'
            a: {delays: 1s} | delays | [1 s] | strategy 'exponential' does not use it | Remove it
            a: {strategy: list} | strategy | list | strategy 'list' needs 'delays' | 15s, 30s
            a: {strategy: list, delays: []} | delays | [] | strategy 'list' needs 'delays' | 15s, 30s
            a: {increment: 1s} | increment | 1 s | strategy 'exponential' does not use it | 'strategy: linear'
            a: {strategy: fibonacci, exponent: 3.0} | exponent | 3.0 |\
               strategy 'fibonacci' does not use it | 'strategy: polynomial'
            a: {ceiling: 5} | ceiling | 5 | strategy 'exponential' does not use it | 'strategy: binary-exponential'
            a: {strategy: linear, multiplier: 3.0} | multiplier | 3.0 |\
               strategy 'linear' does not use it | 'strategy: exponential'
            a: {strategy: none, multiplier: 3.0} | multiplier | 3.0 | strategy 'none' does not use it | Remove it
            a: {strategy: decorrelated, jitter: full} | jitter | full |\
               strategy 'decorrelated' is random by itself | Remove 'jitter'
            a: {strategy: binary-exponential, jitter: equal} | jitter | equal |\
               strategy 'binary-exponential' is random by itself | Remove 'jitter'
            a: {preset: ethernet, jitter: full} | jitter | full |\
               strategy 'binary-exponential' is random by itself | Remove 'jitter'
            a: {jitter-factor: 0.2} | jitter-factor | 0.2 | jitter 'full' does not use it | 'jitter: proportional'
            a: {jitter: proportional, jitter-factor: 1.01} | jitter-factor | 1.01 | it must be between 0 and 1 | 0.5
            a: {jitter: proportional, jitter-factor: -0.1} | jitter-factor | -0.1 | it must be between 0 and 1 | 0.5
            a: {jitter: proportional, jitter-factor: NaN} | jitter-factor | NaN | it must be between 0 and 1 | 0.5
            a: {jitter: proportional, jitter-amount: 2s} | jitter-amount | 2 s |\
               jitter 'proportional' does not use it | 'jitter: additive'
            a: {preset: celery, strategy: constant} | strategy | constant |\
               the policy also names the preset 'celery' | Remove 'strategy' or 'preset'
            a: {preset: celery, ceiling: 5} | ceiling | 5 |\
               strategy 'exponential' does not use it | the preset sets the strategy
            a: {preset: google-cloud, max-elapsed: 0} | max-elapsed | 0 ms |\
               neither 'max-attempts' nor 'max-elapsed' | at least one
            a: {max-attempts: 0, max-elapsed: 0} | max-attempts | 0 |\
               neither 'max-attempts' nor 'max-elapsed' would ever end a call | at least one
            default: {max-elapsed: 0} ; a: {max-attempts: 0} | max-attempts | 0 |\
               neither 'max-attempts' nor 'max-elapsed' would ever end a call | at least one
            a: {max-attempts: 3, max-retries: 2} | max-retries | 2 |\
               the policy also sets 'max-attempts' | Remove one of them
            a: {max-retries: -1} | max-retries | -1 | it is negative | 'max-attempts: 0'
            a: {max-retries: 2147483647} | max-retries | 2147483647 | it is too large | 'max-attempts: 0'
            a: {delay: 11s, max-delay: 10s} | delay | 11 s | it is longer than max-delay, 10 s | Raise 'max-delay'
            a: {strategy: none, pace: adaptive} | pace | adaptive |\
               the strategy 'none' has no delays | such as 'exponential'
            a: {strategy: stop, pace: adaptive} | pace | adaptive |\
               the strategy 'stop' has no delays | or remove 'pace'
            a: {pace: adaptiv} | pace | adaptiv | it must be one of: off, adaptive | Did you mean 'adaptive'?
            a: {pace: true} | pace | true | it must be one of: off, adaptive | Write one of off, adaptive.
            a: {pace: ''} | pace | | it is empty | Write a value
            a: {pace: adaptive, pace-shar: 0.1} | pace-shar | 0.1 |\
               there is no key 'pace-shar' under 'backoff.policies.a' | Did you mean 'pace-share'?
            a: {pace: adaptive, pace-share: -0.1} | pace-share | -0.1 | it must be between 0 and 1 | 0.05
            a: {pace: adaptive, pace-share: 5%} | pace-share | 5% | it is not a number | such as 1.5
            a: {pace: adaptive, pace-share: 1.5} | pace-share | 1.5 | it must be between 0 and 1 | 0.05
            a: {pace-share: NaN} | pace-share | NaN | it must be between 0 and 1 | 0.05
            a: {delay: 1ns, max-delay: 0} | delay | 1 ns | it is longer than max-delay, 0 ms | Raise 'max-delay'
            a: {strategy: binary-exponential, delay: 0} | delay | 0 ms |\
               it is 0, so all delays of strategy 'binary-exponential' would be 0 | more than 0
            a: {delay: -1s} | delay | -1 s | it is negative | 0 or more
            a: {max-delay: -1s} | max-delay | -1 s | it is negative | 0 or more
            a: {max-elapsed: -1s} | max-elapsed | -1 s | it is negative | 0 or more
            a: {attempt-timeout: -1s} | attempt-timeout | -1 s | it is negative | 0 or more
            a: {granularity: -1ns} | granularity | -1 ns | it is negative | 0 or more
            a: {max-attempts: -1} | max-attempts | -1 | it is negative | Use 1 for no retries, or 0 for no limit.
            a: {strategy: linear, increment: -1s} | increment | -1 s | it is negative | 0 or more
            a: {strategy: list, delays: '1s,-1s'} | delays | [1 s, -1 s] | it is negative | 0 or more
            a: {jitter: additive, jitter-amount: -1s} | jitter-amount | -1 s | it is negative | 0 or more
            a: {strategy: list, delays: '1s,,2s'} | delays | [1 s, null, 2 s] |\
               one of its entries is empty | Remove the empty entry
            a: {multiplier: 0.99} | multiplier | 0.99 | it must be 1 or more | Use 1
            a: {multiplier: -2.0} | multiplier | -2.0 | it must be 1 or more | Use 1
            a: {multiplier: Infinity} | multiplier | Infinity | it must be 1 or more | Use 1
            a: {strategy: polynomial, exponent: -1.0} | exponent | -1.0 | it must be 0 or more | Use 1
            a: {strategy: polynomial, exponent: NaN} | exponent | NaN | it must be 0 or more | Use 1
            a: {strategy: binary-exponential, ceiling: 0} | ceiling | 0 | it must be between 1 and 62 | 10
            a: {strategy: binary-exponential, ceiling: 63} | ceiling | 63 | it must be between 1 and 62 | 10
            a: {max-delay: 106752d} | max-delay | 106752 d | it is longer than the maximum of 292 years | shorter
            a: {extends: b} ; b: {extends: c} ; c: {extends: a} | extends | b |\
               policies extend one another in a circle: a -> b -> c -> a | 'default'
            a: {extends: a} | extends | a | policies extend one another in a circle | 'default'
            default: {extends: a} ; a: {delay: 1s} | policies.default.extends | a |\
               policies extend one another in a circle: default -> a -> default | 'default'
            a: {extends: paymets} ; payments: {delay: 1s} | extends | paymets |\
               there is no such policy | Did you mean 'payments'?
            a: {extends: zzzzzzzz} | extends | zzzzzzzz |\
               there is no such policy | Extend one of these policies: a, default
            a: {retry-on: []} | retry-on | [] | it is empty, so no exception would be retried | 'enabled: false' or
            a: {retry-on: ''} | retry-on | [] | it is empty, so no exception would be retried | 'max-attempts: 1'
            a: {retry-on: java.lang.String} | retry-on | [java.lang.String] |\
               java.lang.String is not an exception | subclasses of Throwable
            a: {abort-on: 'java.lang.Error,java.util.List'} | abort-on | [java.lang.Error, java.util.List] |\
               java.util.List is not an exception | subclasses of Throwable
            a: {retry-on-status: 5x} | retry-on-status | [5x] |\
               '5x' is not an HTTP status such as 429 | '429, 5xx, 520-526'
            a: {retry-on-status: 504-500} | retry-on-status | [504-500] |\
               '504-500' is not an HTTP status | '429, 5xx, 520-526'
            a: {retry-on-grpc-status: UNAVAILBLE} | retry-on-grpc-status | [UNAVAILBLE] |\
               'UNAVAILBLE' is not a gRPC status such as UNAVAILABLE; did you mean UNAVAILABLE? |\
               'UNAVAILABLE, ABORTED'
            a: {retry-on-grpc-status: teapot} | retry-on-grpc-status | [teapot] |\
               'teapot' is not a gRPC status such as UNAVAILABLE | 'UNAVAILABLE, ABORTED'
            a: {retry-on-grpc-status: ok} | retry-on-grpc-status | [ok] |\
               'OK' is the status of a success, which needs no retry | 'UNAVAILABLE, ABORTED'
            a: {retry-on-result: '#result.'} | retry-on-result | #result. |\
               not a SpEL expression | '#result.pending'
            a: {retry-on-result: '#reslt'} | retry-on-result | #reslt |\
               it reads #reslt, but there is only #result | '#result.pending'
            a: {retry-on-result: result.pending} | retry-on-result | result.pending |\
               there is no property 'result'; did you mean #result? | '#result.pending'
            a: {retry-on-result: '${nope}'} | retry-on-result | ${nope} |\
               its placeholder cannot be resolved | ${name:default}
            a: {budget: paymets} ; budgets: ;   payments: {burst: 1} | budget | paymets |\
               there is no such budget; known budgets: default, payments | Did you mean 'payments'?
            a: {budget: None} | budget | None | there is no such budget | Did you mean 'none'?
            a: {budget: zzzzzzzz} | budget | zzzzzzzz |\
               there is no such budget; known budgets: default | write 'none'
            a: {burst: 5} ; default: {ratio: -0.1} | budgets.default.ratio | -0.1 |\
               it must be between 0 and 1000 | ratio: 0.1
            a: {burst: 5} ; default: {ratio: NaN} | budgets.default.ratio | NaN |\
               it must be between 0 and 1000 | ratio: 0.1
            a: {burst: 5} ; default: {burst: -1} | budgets.default.burst | -1 | it must be between 0 and | burst: 20
            a: {burst: 5} ; default: {min-per-second: -1.0} | budgets.default.min-per-second | -1.0 |\
               it must be between 0 and 1000000 | min-per-second: 0.1
            card-payments: {delay: 1ms} ; cardpayments: {max-attempts: 7} | policies.cardpayments.max-attempts | 7 |\
               Spring Boot cannot tell 'cardpayments' from 'card-payments', which the same source sets | Use one spelling
            Stock: {delay: 1ms} ; stock: {delay: 2ms} | policies.stock.delay | 2ms |\
               Spring Boot cannot tell 'stock' from 'Stock' | capitals, dashes and underscores
            ab: {burst: 5} ; a_b: {ratio: 0.2} | budgets.a_b.ratio | 0.2 |\
               Spring Boot cannot tell 'a_b' from 'ab' | Use one spelling, or rename one
            "[a-b]": {delay: 1ms} ; a-b: {max-attempts: 7} | policies.a-b.max-attempts | 7 |\
               the name is also written in brackets | Write it in the same way
            """;

    @RegisterExtension
    final YamlApplication application = new YamlApplication();

    @ParameterizedTest
    @MethodSource("all")
    void isReportedWithItsOrigin(Refused refused, CapturedOutput output) {
        String report = application.yaml(refused.yaml()).report(output);

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
        return TABLE.lines().map(row -> row.strip().split(" *\\| *", -1)).map(Refused::of);
    }

    /** An invalid configuration, and the report that it must cause. */
    record Refused(String entries, String property, String value, String reason, String remedy) {

        static Refused of(String[] cells) {
            String property = cells[1].contains(".") ? cells[1] : "policies.a." + cells[1];
            return new Refused(cells[0].replace(" ; ", "\n"), "backoff." + property, cells[2], cells[3], cells[4]);
        }

        String yaml() {
            String indented = entries.lines()
                    .map(line -> (line.startsWith("budgets:") || line.startsWith(" ") ? "  " : "    ") + line)
                    .collect(Collectors.joining("\n"));
            return "backoff:\n  " + property.split("\\.")[1] + ":\n" + indented + "\n";
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
