package io.backoff.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.config.SettingsGroup;
import io.backoff.config.YamlApplication;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Checks keys in environment variables and system properties, which other programs use too, and names in all sources. */
@ExtendWith(OutputCaptureExtension.class)
class SystemKeysTests {

    @RegisterExtension
    final YamlApplication application = new YamlApplication().yaml("backoff: {policies: {card-payments: {delay: 1s}}}");

    @RegisterExtension
    final YamlApplication shop = new YamlApplication()
            .bean(Shop.class)
            .yaml("backoff: {policies: {payments: {delay: 1s}, card-payments: {delay: 1s}}}");

    @ParameterizedTest
    @CsvSource({
        "BACKOFF_POLICIES_PAYMENTS_MAXATEMPTS, policies.payments.maxatempts, max-attempts",
        "BACKOFF_POLICIES_PAYMENTS_MAX_ATEMPTS, policies.payments.maxatempts, max-attempts",
        "BACKOFF_POLICIES_CARD_PAYMENTS_MAX_ATEMPTS, policies.card-payments.maxatempts, max-attempts",
        "backoff_policies_payments_dely, policies.payments.dely, delay",
        "BACKOFF_POLICIES_PAYMENTS_RETRYN_0, policies.payments.retryn, retry-on",
        "BACKOFF_POLICES_PAYMENTS_DELAY, polices.payments-delay, policies",
        "BACKOFF_POLICY_PAYMENTS_MAXRETRIES, policy.payments-maxretries, policies",
        "BACKOFF_BUDGETS_PAYMENTS_RTIO, budgets.payments.rtio, ratio",
        "BACKOFF_BUGETS_PAYMENTS_RATIO, bugets.payments-ratio, budgets",
        "BACKOFF_ENABLD, enabld, enabled",
        "BACKOFF_ENABELD, enabeld, enabled",
        "BACKOFF_POLICIES_PAYMENTS_DEALY, policies.payments.dealy, delay",
        "BACKOFF_BUDGETS_PAYMENTS_RATOI, budgets.payments.ratoi, ratio",
        "BACKOFF_METRICS_ENABLE, metrics.enable, enabled",
        "BACKOFF_HTTP_CLIENT_DISABLECLIENTRETRIS, http.client.disableclientretris, disable-client-retries",
        "backoff.policies.payments.max-atempts, policies.payments.max-atempts, max-attempts",
    })
    void namesAMisspelledVariable(String variable, String property, String meant, CapturedOutput output) {
        String report = application.variable(variable, "5").report(output);

        assertThat(report)
                .contains("Property: backoff." + property + System.lineSeparator())
                .contains("Value: \"5\"")
                .contains("Origin: environment variable " + variable + System.lineSeparator())
                .contains("Did you mean '" + meant + "'?")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource({
        "policies.payments.max-atempts, max-attempts",
        "policies.payments.maxAtempts, max-attempts",
        "polices.payments.delay, policies",
        "policy.payments.max-retries, policies",
        "metrics.enable, enabled"
    })
    void namesAMisspelledSystemProperty(String property, String meant, CapturedOutput output) {
        String report = application.systemProperty("backoff." + property, "5").report(output);

        assertThat(report)
                .contains("Value: \"5\"")
                .contains("Origin: system property backoff." + property + System.lineSeparator())
                .contains("Did you mean '" + meant + "'?")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BACKOFF_SERVICE_HOST",
                "BACKOFF_SERVICE_PORT_HTTP",
                "BACKOFF_PORT",
                "BACKOFF_PORT_8080_TCP",
                "BACKOFF_PORT_8080_TCP_PROTO",
                "BACKOFF_REDIS_SERVICE_HOST",
                "BACKOFF_REDIS_PORT_6379_TCP_ADDR",
                "BACKOFF_POLICIES_SERVICE_HOST",
                "BACKOFF_POLICIES_SERVICE_PORT",
                "BACKOFF_POLICIES_PORT_80_TCP",
                "BACKOFF_POLICIES_PORT_80_TCP_ADDR",
                "BACKOFF_BUDGETS_PORT_80_TCP_PROTO",
                "BACKOFF_",
                "BACKOFF",
                "BACKOFFICE_POLICIES_A_DELY",
                "OTHER_BACKOFF_POLICIES_A_DELY"
            })
    void leavesVariablesToOthers(String variable, CapturedOutput output) {
        application
                .variable(variable, "5")
                .run(policies -> assertThat(policies.get("card-payments")).isNotNull());
        assertThat(output).doesNotContain("WARN");
    }

    @ParameterizedTest
    @CsvSource({
        "BACKOFF_LIMIT, BACKOFF_ followed by one of ADVICEMODE",
        "BACKOFF_MAX, BACKOFF_ followed by one of ADVICEMODE",
        "BACKOFF_BUDGET, BACKOFF_ followed by one of ADVICEMODE",
        "BACKOFF_HOME, BACKOFF_ followed by one of ADVICEMODE",
        "BACKOFF_HTTP_CLIENT_PROXY, BACKOFF_ followed by one of ADVICEMODE",
        "backoff_retries_max, BACKOFF_ followed by one of ADVICEMODE",
        "BACKOFF_POLICIES_PAYMENTS_RETRIES, BACKOFF_POLICIES_<NAME>_ followed by one of ABORTON",
        "BACKOFF_BUDGETS_PAYMENTS_TOKENS, BACKOFF_BUDGETS_<NAME>_ followed by one of BURST",
    })
    void warnsOfAVariableThatMeansNothing(String variable, String known, CapturedOutput output) {
        application.variable(variable, "secret").run(policies -> {});

        assertThat(warnings(output))
                .singleElement()
                .asString()
                .contains("The environment variable " + variable
                        + " matches no property of Backoff and is ignored. Valid names begin with " + known)
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"backoff.limit", "backoff.max.delay"})
    void warnsOfASystemPropertyThatMeansNothing(String property, CapturedOutput output) {
        application.systemProperty(property, "secret").run(policies -> {});

        assertThat(warnings(output))
                .singleElement()
                .asString()
                .contains("The system property " + property
                        + " matches no property of Backoff and is ignored. Valid names begin with backoff. followed "
                        + "by one of advice-mode")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "myapp, MYAPP_BACKOFF_POLICIES_PAYMENTS_MAXATEMPTS",
        "my-app, MY_APP_BACKOFF_POLICIES_PAYMENTS_MAXATEMPTS",
        "my-app_, MYAPP_BACKOFF_POLICIES_PAYMENTS_MAXATEMPTS"
    })
    void namesAMisspelledVariableWithThePrefixOfTheApplication(String prefix, String variable, CapturedOutput output) {
        assertThat(application.prefix(prefix).variable(variable, "5").report(output))
                .contains("Property: backoff.policies.payments.maxatempts" + System.lineSeparator())
                .contains("Origin: environment variable " + variable + System.lineSeparator())
                .contains("Did you mean 'max-attempts'?");
    }

    @ParameterizedTest
    @CsvSource({
        "BACKOFF_ENDPOINTREADONLY, BACKOFF_ENDPOINT_READONLY",
        "BACKOFF_METRICSENABLED, BACKOFF_METRICS_ENABLED",
        "BACKOFF_RE_LOAD_INTERVAL, BACKOFF_RELOAD_INTERVAL",
        "BACKOFF_AD_VICE_MODE, BACKOFF_ADVICEMODE",
        "BACKOFF_ENABLED_0, BACKOFF_ENABLED",
        "BACKOFF_POLICIES_CARDPAYMENTS_MAXATT_EMPTS, BACKOFF_POLICIES_CARDPAYMENTS_MAXATTEMPTS",
        "BACKOFF_POLICIES_PAYMENTS_MA_X_DELAY, BACKOFF_POLICIES_PAYMENTS_MAXDELAY",
        "BACKOFF_POLICIES_PAYMENTS_MAXATTEMPTS_0, BACKOFF_POLICIES_PAYMENTS_MAXATTEMPTS",
        "BACKOFF_POLICIES_PAYMENTS_MAX_ATTEMPTS_0, BACKOFF_POLICIES_PAYMENTS_MAXATTEMPTS",
        "BACKOFF_BUDGETS_PAYMENTS_MINPER_SECOND, BACKOFF_BUDGETS_PAYMENTS_MINPERSECOND",
    })
    void rejectsAKeyWithOtherUnderscoresOrAnIndex(String variable, String correct, CapturedOutput output) {
        assertThat(application.variable(variable, "5").report(output))
                .contains("Property: " + variable, "Value: \"5\"", "Origin: environment variable " + variable)
                .contains("Reason: it would be ignored", "Write " + correct + ".");
    }

    @Test
    void rejectsAKeyWithOtherUnderscoresAndThePrefixOfTheApplication(CapturedOutput output) {
        assertThat(application
                        .prefix("myapp")
                        .variable("MYAPP_BACKOFF_METRICSENABLED", "true")
                        .report(output))
                .contains("Write MYAPP_BACKOFF_METRICS_ENABLED.");
    }

    @ParameterizedTest
    @CsvSource({
        "BACKOFF_POLICIESPAYMENTS_RETRYONSTATUS, BACKOFF_POLICIES_PAYMENTS_RETRYONSTATUS",
        "BACKOFF_BUDGETSPAYMENTSRATIO, BACKOFF_BUDGETS_PAYMENTS_RATIO",
    })
    void warnsOfAVariableWithoutASeparator(String variable, String meant, CapturedOutput output) {
        application.variable(variable, "secret").run(policies -> {});

        assertThat(warnings(output))
                .singleElement()
                .asString()
                .contains("The environment variable " + variable + " matches no property of Backoff and is ignored. If "
                        + "you meant " + meant + ", rename it")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"BACKOFF_POLICIES_${NAME}_DELAY", "backoff.policies.${name}.delay"})
    void rejectsAPlaceholderInTheNameOfAVariable(String variable, CapturedOutput output) {
        assertThat(application.variable(variable, "1s").report(output))
                .contains("Property: " + variable, "Reason: a key cannot contain a placeholder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${name}", "'[${name}]'", "'a${name}'"})
    void rejectsAPlaceholderInAKeyOfAFile(String name, CapturedOutput output) {
        assertThat(application
                        .yaml("backoff:\n  policies:\n    " + name + ":\n      delay: 1s")
                        .report(output))
                .contains("Origin: application.yml:4:14", "Reason: a key cannot contain a placeholder");
    }

    @ParameterizedTest
    @CsvSource({
        "größe, BACKOFF_POLICIES_GRÖßE_DELAY",
        "größe, 'BACKOFF_POLICIES_[GRÖßE]_DELAY'",
        "Größe, 'backoff.policies[Größe].delay'",
        "card.payments, BACKOFF_POLICIES_CARDPAYMENTS_DELAY",
        "card-payments.eu, BACKOFF_POLICIES_CARDPAYMENTSEU_DELAY",
    })
    void readsVariablesForNamesThatNeedBrackets(String name, String variable, CapturedOutput output) {
        application
                .yaml("backoff: {policies: {'[" + name + "]': {max-attempts: 2}}}")
                .variable(variable, "7s")
                .run(policies -> {
                    assertThat(policies.value(name, "delay")).isEqualTo(Duration.ofSeconds(7));
                    assertThat(policies.value(name, "max-attempts")).isEqualTo(2);
                });
        assertThat(output).doesNotContain("WARN");
    }

    @ParameterizedTest
    @CsvSource({
        "card.payments, BACKOFF_POLICIES_CARD_PAYMENTS_DELAY, BACKOFF_POLICIES_CARDPAYMENTS_DELAY",
        "a-b.c, BACKOFF_POLICIES_A_B_C_MAX_DELAY, BACKOFF_POLICIES_ABC_MAXDELAY",
    })
    void warnsOfUnderscoresForTheDotOfAName(String name, String variable, String correct, CapturedOutput output) {
        application
                .yaml("backoff: {policies: {'[" + name + "]': {max-attempts: 2}}}")
                .variable(variable, "7s")
                .run(policies -> assertThat(policies.value(name, "max-delay")).isEqualTo(Duration.ofSeconds(10)));
        assertThat(warnings(output)).singleElement().asString().contains(variable, "Write " + correct);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "policies: {größe: {delay: 1s}} | policies.größe.delay | größe | gre | policies[größe].delay",
                "policies: {card payments: {delay: 1s}} | policies.card payments.delay | card payments | cardpayments | policies[card payments].delay",
                "budgets: {a/b: {ratio: 0.1}} | budgets.a/b.ratio | a/b | ab | budgets[a/b].ratio",
                "policies: {a: {retry-ön: [java.lang.Error]}} | policies.a.retry-ön[0] | retry-ön | retry-n | policies.a[retry-ön][0]",
            })
    void rejectsANameThatWouldLoseCharacters(
            String yaml, String property, String name, String read, String meant, CapturedOutput output) {
        assertThat(application.yaml("backoff: {" + yaml + "}").report(output))
                .contains("Property: backoff." + property + System.lineSeparator())
                .contains("Origin: application.yml:1:")
                .contains("Reason: Spring Boot would read the name '" + name + "' as '" + read + "'")
                .contains("'backoff." + meant + "', in YAML \"[" + name + "]\"");
    }

    @Test
    void warnsOfAVariableWithThePrefixOfTheApplication(CapturedOutput output) {
        application.prefix("myapp").variable("MYAPP_BACKOFF_LIMIT", "5").run(policies -> {});
        assertThat(output)
                .contains("The environment variable MYAPP_BACKOFF_LIMIT matches no property of Backoff and "
                        + "is ignored. Valid names begin with MYAPP_BACKOFF_ followed by one of ADVICEMODE");
    }

    @Test
    void leavesVariablesWithoutThePrefixToOtherApplications(CapturedOutput output) {
        application
                .prefix("myapp")
                .variable("MYAPP_BACKOFF_POLICIES_CARDPAYMENTS_MAXATTEMPTS", "7")
                .variable("BACKOFF_POLICIES_CARDPAYMENTS_MAXATEMPTS", "5")
                .variable("OTHER_BACKOFF_POLICIES_A_DELY", "5")
                .run(policies -> assertThat(policies.value("card-payments", "max-attempts"))
                        .isEqualTo(7));
        assertThat(output).doesNotContain("WARN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"backoff", "backoffice.polices", "backof.enabld"})
    void leavesSystemPropertiesToOthers(String property, CapturedOutput output) {
        application
                .systemProperty(property, "5")
                .run(policies -> assertThat(policies.get("card-payments")).isNotNull());
        assertThat(output).doesNotContain("WARN");
    }

    @Test
    void acceptsEveryKeyAsAVariable(CapturedOutput output) {
        for (SettingsGroup group : SettingsGroup.values()) {
            for (String field : group.fields()) {
                String start = group.prefix().replace('.', '_').toUpperCase() + "_CARD_PAYMENTS_";
                assertAccepted(start + field.replace("-", "").toUpperCase());
                assertAccepted(start + field.replace('-', '_').toUpperCase());
            }
        }
        assertAccepted("BACKOFF_POLICIES_CARD_PAYMENTS_RETRY_ON_0");
        assertAccepted("BACKOFF_POLICIES_CARD_PAYMENTS_RETRYONSTATUS_0");
        assertAccepted("BACKOFF_POLICIES_CARD_PAYMENTS_DELAYS_0");
        assertAccepted("BACKOFF_ENABLED");
        assertAccepted("BACKOFF_ADVICEMODE");
        assertAccepted("BACKOFF_ADVICE_MODE");
        assertAccepted("BACKOFF_HTTP_SERVER_TRUSTED_0");
        assertAccepted("BACKOFF_HTTP_CLIENT_IDEMPOTENCY_KEY");
        assertThat(output).doesNotContain("matches no property of Backoff");
    }

    @ParameterizedTest
    @CsvSource({
        "BACKOFF_POLICIES_CARD_PAYMENTS_MAXATTEMPTS, 8, BACKOFF_POLICIES_CARDPAYMENTS_MAXATTEMPTS",
        "BACKOFF_POLICIES_LATE_PAYMENTS_MAX_ATTEMPTS, 8, BACKOFF_POLICIES_LATEPAYMENTS_MAXATTEMPTS",
        "BACKOFF_BUDGETS_CARD_PAYMENTS_MIN_PER_SECOND, 8, BACKOFF_BUDGETS_CARDPAYMENTS_MINPERSECOND",
        "BACKOFF_POLICIES_LATE_PAYMENTS_DELAYS_0, 1s, BACKOFF_POLICIES_LATEPAYMENTS_DELAYS_0",
    })
    void warnsOfAVariableWithUnderscoresInTheName(
            String variable, String value, String correct, CapturedOutput output) {
        shop.variable(variable, value).run(policies -> {});
        assertThat(warnings(output))
                .singleElement()
                .asString()
                .contains("The environment variable " + variable + " is ignored")
                .endsWith("Write " + correct);
    }

    @ParameterizedTest
    @CsvSource({
        "BACKOFF_POLICIES_CARDPAYMENTS_MAXATTEMPTS",
        "BACKOFF_POLICIES_CARDPAYMENTS_MAX_ATTEMPTS",
        "BACKOFF_POLICIES_CARD_PAYMENTS_MAX_ATTEMPTS",
        "BACKOFF_POLICIES_PAYMENTS_MAX_ATTEMPTS"
    })
    void isSilentAboutVariablesThatAreBound(String variable, CapturedOutput output) {
        shop.variable(variable, "8")
                .run(policies -> assertThat(List.of(
                                policies.value("card-payments", "max-attempts"),
                                policies.value("payments", "max-attempts")))
                        .contains(8));
        assertThat(warnings(output)).isEmpty();
    }

    @Test
    void warnsOfAnUnusedPolicyWithACloseName(CapturedOutput output) {
        shop.variable("BACKOFF_POLICIES_PAYMENT_MAXATTEMPTS", "5").run(policies -> {});
        assertThat(warnings(output))
                .singleElement()
                .asString()
                .contains(
                        "backoff.policies.payment (",
                        "BACKOFF_POLICIES_PAYMENT_MAXATTEMPTS",
                        ") is not used by any method; did you mean 'payments'?");
    }

    @Test
    void isSilentAboutPoliciesThatOthersExtendAndAboutOtherNames(CapturedOutput output) {
        shop.yaml("backoff: {policies: {payment: {delay: 1s}, payments: {extends: payment}, orders: {delay: 2s}}}")
                .run(policies -> {});
        assertThat(warnings(output)).isEmpty();
    }

    @Test
    void warnsOfAnUnusedBudgetWithACloseName(CapturedOutput output) {
        shop.yaml("backoff: {budgets: {paymnts: {ratio: 0.3}, payments: {ratio: 0.2}, others: {ratio: 0.1}},"
                        + " policies: {payments: {budget: payments}}}")
                .run(policies -> {});
        assertThat(shop.log(output))
                .contains(
                        "backoff.budgets.paymnts (application.yml:1:38) is not used by any policy; did you mean 'payments'?")
                .doesNotContain("budgets.others");
    }

    @ParameterizedTest
    @CsvSource({"backoff.policies.payments, backoff.policies.payments."})
    void rejectsAValueWherePropertiesAreExpected(String property, String example, CapturedOutput output) {
        assertThat(shop.argument("--" + property + "=5").report(output))
                .contains(
                        "Property: " + property,
                        "it takes no value itself, only properties below it",
                        "as in '" + example);
    }

    @Test
    void acceptsAnEmptyEntry(CapturedOutput output) {
        shop.yaml("backoff: {policies: {payments: {}, card-payments: {delay: 1s}}}")
                .run(policies -> {});
        assertThat(warnings(output)).isEmpty();
    }

    private static void assertAccepted(String variable) {
        StandardEnvironment environment = new StandardEnvironment();
        String source = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        environment
                .getPropertySources()
                .replace(source, new SystemEnvironmentPropertySource(source, Map.of(variable, "5")));

        SystemKeys.check(environment);
    }

    private static List<String> warnings(CapturedOutput output) {
        return output.getOut().lines().filter(line -> line.contains("WARN")).toList();
    }

    static class Shop {

        @Backoff("payments")
        public void pay() {}
    }
}
