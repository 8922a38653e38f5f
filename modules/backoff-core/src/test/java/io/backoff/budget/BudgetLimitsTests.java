package io.backoff.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetLimitsTests {

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1000, 2147483647, 1000000", "0.1, 20, 0.1", "4.9E-324, 1, 4.9E-324"})
    void acceptsEverythingInRange(double ratio, int burst, double minPerSecond) {
        var limits = new BudgetLimits(ratio, burst, minPerSecond, DepositOn.SUCCESS);
        assertThat(limits.ratio()).isEqualTo(ratio);
        assertThat(RetryBudget.of("any", limits).capacity()).isEqualTo(burst);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "-0.1     | 0  | 0         | 'ratio' must be between 0 and 1000 but was -0.1",
                "1000.1   | 0  | 0         | 'ratio' must be between 0 and 1000 but was 1000.1",
                "NaN      | 0  | 0         | 'ratio' must be between 0 and 1000 but was NaN",
                "Infinity | 0  | 0         | 'ratio' must be between 0 and 1000 but was Infinity",
                "0        | -1 | 0         | 'burst' must be at least 0 but was -1",
                "0        | 0  | -1        | 'minPerSecond' must be between 0 and 1000000 but was -1.0",
                "0        | 0  | 1000000.5 | 'minPerSecond' must be between 0 and 1000000 but was 1000000.5",
                "0        | 0  | NaN       | 'minPerSecond' must be between 0 and 1000000 but was NaN"
            })
    void rejectsWhatIsOutOfRange(double ratio, int burst, double minPerSecond, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BudgetLimits(ratio, burst, minPerSecond, DepositOn.SUCCESS))
                .withMessage(message);
    }
}
