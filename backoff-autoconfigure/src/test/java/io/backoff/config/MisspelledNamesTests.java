package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Misspelled names of policies and budgets cause warnings. */
@ExtendWith(OutputCaptureExtension.class)
class MisspelledNamesTests {

    @TempDir
    private Path directory;

    private YamlApplication application;

    @BeforeEach
    void prepare() {
        application = new YamlApplication(directory).bean(Shop.class);
        application.yaml("backoff: {policies: {payments: {delay: 1s}, card-payments: {delay: 1s}}}");
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
        application.variable(variable, value).run(policies -> {});
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
        application
                .variable(variable, "8")
                .run(policies -> assertThat(List.of(
                                policies.value("card-payments", "max-attempts"),
                                policies.value("payments", "max-attempts")))
                        .contains(8));
        assertThat(warnings(output)).isEmpty();
    }

    @Test
    void warnsOfAnUnusedPolicyWithACloseName(CapturedOutput output) {
        application.variable("BACKOFF_POLICIES_PAYMENT_MAXATTEMPTS", "5").run(policies -> {});
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
        application
                .yaml("backoff: {policies: {payment: {delay: 1s}, payments: {extends: payment}, orders: {delay: 2s}}}")
                .run(policies -> {});
        assertThat(warnings(output)).isEmpty();
    }

    @Test
    void warnsOfAnUnusedBudgetWithACloseName(CapturedOutput output) {
        application
                .yaml("backoff: {budgets: {paymnts: {ratio: 0.3}, payments: {ratio: 0.2}, others: {ratio: 0.1}},"
                        + " policies: {payments: {budget: payments}}}")
                .run(policies -> {});
        assertThat(application.log(output))
                .contains(
                        "backoff.budgets.paymnts (application.yml:1:38) is not used by any policy; did you mean 'payments'?")
                .doesNotContain("budgets.others");
    }

    @ParameterizedTest
    @CsvSource({"backoff.policies.payments, backoff.policies.payments."})
    void rejectsAValueWherePropertiesAreExpected(String property, String example, CapturedOutput output) {
        assertThat(application.argument("--" + property + "=5").report(output))
                .contains("Property: " + property, "it takes properties, not a value of its own", "as in '" + example);
    }

    @Test
    void acceptsAnEmptyEntry(CapturedOutput output) {
        application
                .yaml("backoff: {policies: {payments: {}, card-payments: {delay: 1s}}}")
                .run(policies -> {});
        assertThat(warnings(output)).isEmpty();
    }

    private static List<String> warnings(CapturedOutput output) {
        return output.getOut().lines().filter(line -> line.contains("WARN")).toList();
    }

    static class Shop {

        @Backoff("payments")
        public void pay() {}
    }
}
