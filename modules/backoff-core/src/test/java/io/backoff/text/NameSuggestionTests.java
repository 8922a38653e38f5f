package io.backoff.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameSuggestionTests {

    @ParameterizedTest
    @CsvSource({"paymets, payments", "PAYMENT, ''", "defualt, default", "orders, ''", "'', ''", "deflt, default"})
    void guessesMisspeltNames(String name, String meant) {
        assertThat(NameSuggestion.closest(name, Set.of("payments", "default")).orElse(""))
                .isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({"ordrs, orders", "oders, orders", "order, order", "rder, order"})
    void prefersTheMostSimilar(String name, String meant) {
        assertThat(NameSuggestion.closest(name, List.of("border", "order", "orders")))
                .hasValue(meant);
    }

    @ParameterizedTest
    @CsvSource({
        "policy, policies",
        "Policy, policies",
        "polcy, policies",
        "police, policies",
        "retry, retries",
        "budget, ''"
    })
    void countsASingularAsOneError(String name, String meant) {
        assertThat(NameSuggestion.closest(name, Set.of("policies", "retries")).orElse(""))
                .isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({"RATOI, RATIO", "RTAIO, RATIO", "ARTIO, RATIO", "DEALY, DELAY", "DEYAL, ''", "RATIOS, RATIO"})
    void countsSwappedLettersAsOneError(String name, String meant) {
        assertThat(NameSuggestion.closest(name, Set.of("RATIO", "DELAY"), 1).orElse(""))
                .isEqualTo(meant);
    }
}
