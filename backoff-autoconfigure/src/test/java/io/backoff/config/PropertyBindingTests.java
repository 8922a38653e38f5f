package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.convert.converter.Converter;

/** Properties can be spelled in all ways that Spring Boot reads, and their origins are found in each. */
class PropertyBindingTests {

    @RegisterExtension
    final YamlApplication application = new YamlApplication();

    @ParameterizedTest
    @ValueSource(strings = {"max-attempts", "maxAttempts", "max_attempts", "MAX_ATTEMPTS"})
    void readsFieldsInAnySpelling(String field) {
        application.yaml("backoff: {policies: {a: {" + field + ": 7}}}").run(policies -> {
            assertThat(policies.value("a", "max-attempts")).isEqualTo(7);
            assertThat(policies.origin("a", "max-attempts")).isEqualTo("application.yml:1:" + (28 + field.length()));
        });
    }

    @ParameterizedTest
    @CsvSource({
        "payments, payments",
        "card-payments, card-payments",
        "CardPayments, CardPayments",
        "card_payments, card_payments",
        "Card_2, Card_2",
        "[card.payments], card.payments",
        "[Card.Payments], Card.Payments",
        "[card payments], card payments",
        "[/cards], /cards",
        "[Cards], Cards",
        "2, 2",
    })
    void keepsTheNameOfAPolicyAndFindsWhereItIsWritten(String written, String name) {
        application
                .yaml("backoff:\n  policies:\n    \"" + written + "\":\n      delay: 3s")
                .run(policies -> {
                    assertThat(policies.get(name).schedule(2).get(0).max()).isEqualTo(Duration.ofSeconds(3));
                    assertThat(policies.origin(name, "delay")).isEqualTo("application.yml:4:14");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "payments",
                "CardPayments",
                "Card_2",
                "card.payments",
                "Card.Payments",
                "card payments",
                "/cards",
                "größe",
                "a[b]",
                "2"
            })
    void changesAPolicyOfAnyName(String name) {
        application
                .yaml("backoff:\n  policies:\n    \"[" + name + "]\":\n      delay: 3s")
                .run(policies -> {
                    policies.context()
                            .getBean(PolicyStore.class)
                            .change(
                                    SettingsGroup.POLICIES,
                                    name,
                                    Map.of("delay", "5s", "abort-on", ""),
                                    Author.of(null, ChangeSource.ENDPOINT));
                    assertThat(policies.value(name, "delay")).isEqualTo(Duration.ofSeconds(5));
                    assertThat(policies.origin(name, "delay")).isEqualTo("actuator");
                    assertThat(policies.value(name, "abort-on")).isEqualTo(List.of());
                });
    }

    @Test
    void followsAnchorsAndMergeKeys() {
        application.yaml("""
                x-common: &common {max-attempts: 7, retry-on: [java.io.IOException, transient]}
                x-slow: &slow {delay: 3s, max-attempts: 2}
                backoff:
                  policies:
                    a: *common
                    b: {<<: *common, delay: 1s}
                    c: {<<: [*slow, *common], retry-on: java.lang.Error}
                """).run(policies -> {
            assertThat(policies.value("a", "max-attempts")).isEqualTo(7);
            assertThat(policies.origin("a", "max-attempts")).isEqualTo("application.yml:1:34");
            assertThat(policies.value("b", "max-attempts")).isEqualTo(7);
            assertThat(policies.origin("b", "delay")).isEqualTo("application.yml:6:29");
            assertThat(policies.value("c", "max-attempts")).isEqualTo(2);
            assertThat(policies.value("c", "delay")).isEqualTo(Duration.ofSeconds(3));
            assertThat(policies.value("c", "retry-on")).hasToString("[java.lang.Error]");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "budgets: {b: {ratio: 0, burst: 0, min-per-second: 0}}",
                "budgets: {b: {ratio: 1000, min-per-second: 1000000}}",
                "policies: {a: {delay: 9223372036854775807ns}}",
                "policies: {a: {max-retries: 0}}",
                "policies: {a: {pace-share: 0}, b: {pace-share: 1}}",
            })
    void acceptsTheFirstAndTheLastValueOfARange(String properties) {
        application
                .yaml("backoff: {" + properties + "}")
                .run(policies ->
                        assertThat(policies.context().isActive()).as(properties).isTrue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"MAXATTEMPTS", "MAX_ATTEMPTS"})
    void letsAnEnvironmentVariableWin(String field) {
        String variable = "BACKOFF_POLICIES_PAYMENTS_" + field;
        application
                .yaml("backoff: {policies: {payments: {max-attempts: 3, delay: 1s}}}")
                .variable(variable, "9")
                .run(policies -> {
                    assertThat(policies.value("payments", "max-attempts")).isEqualTo(9);
                    assertThat(policies.value("payments", "delay")).isEqualTo(Duration.ofSeconds(1));
                    assertThat(policies.origin("payments", "max-attempts")).contains(variable);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "card-payments, BACKOFF_POLICIES_CARDPAYMENTS_MAXATTEMPTS",
        "card-payments, BACKOFF_POLICIES_CARDPAYMENTS_MAX_ATTEMPTS",
        "cardPayments, BACKOFF_POLICIES_CARDPAYMENTS_MAXATTEMPTS",
        "card_payments, BACKOFF_POLICIES_CARD_PAYMENTS_MAX_ATTEMPTS",
    })
    void findsThePolicyThatAnEnvironmentVariableMeans(String policy, String variable) {
        application
                .yaml("backoff: {policies: {" + policy + ": {max-attempts: 3, delay: 1s}}}")
                .variable(variable, "9")
                .run(policies -> {
                    assertThat(policies.value(policy, "max-attempts")).isEqualTo(9);
                    assertThat(policies.value(policy, "delay")).isEqualTo(Duration.ofSeconds(1));
                    assertThat(policies.settings("cardpayments")).isEmpty();
                });
    }

    @Test
    void letsAnotherSourceSpellANameDifferently() {
        application
                .yaml("backoff: {policies: {card-payments: {delay: 1ms, max-attempts: 4}}}")
                .argument("--backoff.policies.cardPayments.delay=7ms")
                .run(policies -> {
                    assertThat(policies.value("card-payments", "delay")).isEqualTo(Duration.ofMillis(7));
                    assertThat(policies.value("card-payments", "max-attempts")).isEqualTo(4);
                });
    }

    @Test
    void declaresAPolicyInTheEnvironmentAlone() {
        application
                .yaml("")
                .variable("BACKOFF_POLICIES_PAYMENTS_RETRYON_0", "java.io.IOException")
                .variable("BACKOFF_POLICIES_PAYMENTS_RETRYON_1", "java.lang.Error")
                .run(policies -> {
                    assertThat(policies.value("payments", "retry-on"))
                            .hasToString("[java.io.IOException, java.lang.Error]");
                    assertThat(policies.origin("payments", "retry-on")).contains("BACKOFF_POLICIES_PAYMENTS_RETRYON_0");
                });
    }

    @Test
    void letsACommandLineArgumentWinWholeLists() {
        application
                .yaml("backoff: {policies: {a: {retry-on-status: [500, 502], max-attempts: 4}}}")
                .argument("--backoff.policies.a.retry-on-status=429")
                .run(policies -> {
                    assertThat(policies.value("a", "retry-on-status")).isEqualTo(List.of("429"));
                    assertThat(policies.origin("a", "retry-on-status")).contains("commandLineArgs");
                    assertThat(policies.value("a", "max-attempts")).isEqualTo(4);
                });
    }

    @Test
    void mergesTheFilesOfProfiles() {
        application
                .yaml("backoff: {policies: {a: {delay: 1s, max-attempts: 4}}}")
                .file("application-prod.yml", "backoff: {policies: {a: {delay: 2s}}}")
                .argument("--spring.profiles.active=prod")
                .run(policies -> {
                    assertThat(policies.value("a", "delay")).isEqualTo(Duration.ofSeconds(2));
                    assertThat(policies.origin("a", "delay")).isEqualTo("application-prod.yml:1:33");
                    assertThat(policies.origin("a", "max-attempts")).isEqualTo("application.yml:1:51");
                });
    }

    @ParameterizedTest
    @CsvSource({"0, PT0S", "200, PT0.2S", "PT0.2S, PT0.2S", "51200ns, PT0.0000512S", "51us, PT0.000051S", "2m, PT2M"})
    void readsDurations(String text, Duration duration) {
        application
                .yaml("backoff: {policies: {a: {max-delay: 5m, delay: " + text + "}}}")
                .run(policies -> assertThat(policies.value("a", "delay")).isEqualTo(duration));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[java.io.IOException, java.lang.Error]",
                "'java.io.IOException,java.lang.Error'",
                "'java.io.IOException , java.lang.Error'",
            })
    void readsListsInBothForms(String list) {
        application.yaml("backoff: {policies: {a: {retry-on: " + list + "}}}").run(policies -> {
            assertThat(policies.value("a", "retry-on")).hasToString("[java.io.IOException, java.lang.Error]");
            assertThat(policies.origin("a", "retry-on")).startsWith("application.yml:1:3");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"google-cloud", "GOOGLE_CLOUD", "googleCloud"})
    void readsEnumsInAnySpelling(String preset) {
        application
                .yaml("backoff: {policies: {a: {preset: " + preset + "}}}")
                .run(policies -> assertThat(policies.value("a", "preset")).isEqualTo(Preset.GOOGLE_CLOUD));
    }

    @Test
    void resolvesPlaceholders() {
        application.yaml("""
                        team: {slow: 3s, errors: "java.io.IOException,java.lang.Error"}
                        backoff:
                          policies:
                            a: {delay: "${team.slow}", max-attempts: "${team.attempts:6}", retry-on: "${team.errors}"}
                        """).run(policies -> {
            assertThat(policies.value("a", "delay")).isEqualTo(Duration.ofSeconds(3));
            assertThat(policies.value("a", "max-attempts")).isEqualTo(6);
            assertThat(policies.value("a", "retry-on")).hasToString("[java.io.IOException, java.lang.Error]");
            assertThat(policies.origin("a", "delay")).isEqualTo("application.yml:4:16");
        });
    }

    @Test
    void readsNestedClasses() {
        application
                .yaml("backoff: {policies: {a: {retry-on: " + Nested.class.getName() + "}}}")
                .run(policies ->
                        assertThat(policies.value("a", "retry-on")).hasToString("[" + Nested.class.getName() + "]"));
    }

    @Test
    void readsValuesThatOnlyAConverterOfTheApplicationUnderstands() {
        application
                .bean(FakeTime.class)
                .bean(Words.class)
                .argument("--backoff.reload.interval=10s")
                .yaml("backoff: {policies: {a: {delay: a while}}, health: {exhausted-for: a while}}")
                .run(policies -> {
                    assertThat(policies.value("a", "delay")).isEqualTo(Duration.ofSeconds(7));
                    application.yaml("backoff: {policies: {a: {max-delay: a while, delay: 1s}}}");
                    policies.context().getBean(FakeTime.class).advance(Duration.ofSeconds(10));
                    assertThat(policies.value("a", "max-delay")).isEqualTo(Duration.ofSeconds(7));
                    assertThat(policies.value("a", "delay")).isEqualTo(Duration.ofSeconds(1));
                });
    }

    @ConfigurationPropertiesBinding
    static class Words implements Converter<String, Duration> {

        @Override
        public Duration convert(String text) {
            return text.equals("a while") ? Duration.ofSeconds(7) : DurationStyle.detectAndParse(text);
        }
    }

    static class Nested extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
