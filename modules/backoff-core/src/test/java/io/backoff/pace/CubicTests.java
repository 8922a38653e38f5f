package io.backoff.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The vectors are those that the AWS SDKs are tested with. */
class CubicTests {

    private static final double PRINTED = 1e-11;

    @ParameterizedTest
    @CsvSource({
        "0, 7.0",
        "1, 9.64893600966",
        "2, 10.000030849917364",
        "3, 10.453284520772092",
        "4, 13.408697022224185",
        "5, 21.26626835427364",
        "6, 36.425998516920465"
    })
    void growsAsPublished(double seconds, double expected) {
        assertThat(Cubic.after(10).rate(seconds)).isCloseTo(expected, within(PRINTED));
    }

    @Test
    void fallsAndGrowsAsPublished() {
        var first = Cubic.after(10);
        assertThat(first.base()).isCloseTo(7.0, within(PRINTED));
        assertThat(first.rate(1)).isCloseTo(9.64893600966, within(PRINTED));
        var second = Cubic.after(first.rate(1));
        assertThat(second.base()).isCloseTo(6.754255206761999, within(PRINTED));
        var third = Cubic.after(second.base());
        assertThat(third.base()).isCloseTo(4.727978644733399, within(PRINTED));
        assertThat(third.rate(1)).isCloseTo(6.606547753887045, within(PRINTED));
        assertThat(third.rate(2)).isCloseTo(6.763279816944947, within(PRINTED));
        assertThat(third.rate(3)).isCloseTo(7.598174833907107, within(PRINTED));
        assertThat(third.rate(4)).isCloseTo(11.511232804773524, within(PRINTED));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 10, 100, 1e6})
    void beginsAtItsBaseAndIsBackAtItsPeakOnThePlateau(double peak) {
        var cubic = Cubic.after(peak);
        assertThat(cubic.rate(0)).isCloseTo(cubic.base(), within(peak * 1e-9));
        assertThat(cubic.rate(cubic.plateau())).isCloseTo(peak, within(peak * 1e-9));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0, 4", "1, 9", "3, 3", "6, 20"})
    void admitsWhatItsRateAddsUpTo(double from, double to) {
        var cubic = Cubic.after(100);
        var steps = 100_000;
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            sum += Math.min(100, cubic.rate(from + (to - from) * (i + 0.5) / steps)) * (to - from) / steps;
        }
        assertThat(cubic.attempts(from, to)).isCloseTo(sum, within(1e-6));
    }

    @Test
    void growsByHalfEachSecondBeyondItsPlateauWhileAttemptsWait() {
        var cubic = Cubic.after(50);
        assertThat(cubic.rateInDemand(cubic.plateau() - 1)).isEqualTo(cubic.rate(cubic.plateau() - 1));
        assertThat(cubic.rateInDemand(cubic.plateau() + 1)).isCloseTo(75, within(1e-9));
        assertThat(cubic.rateInDemand(cubic.plateau() + 2)).isCloseTo(112.5, within(1e-9));
        assertThat(cubic.rateInDemand(1e4)).isGreaterThanOrEqualTo(cubic.rate(1e4));
    }

    @Test
    void isNoNumberNowhere() {
        for (double peak : new double[] {0.5, 1e9}) {
            for (double seconds : new double[] {0, 1, 1e9, 1e19}) {
                assertThat(Cubic.after(peak).rate(seconds)).isNotNaN().isGreaterThan(0);
                assertThat(Cubic.after(peak).rateInDemand(seconds)).isNotNaN().isGreaterThan(0);
                assertThat(Cubic.after(peak).attempts(0, seconds)).isNotNaN().isGreaterThanOrEqualTo(0);
            }
        }
    }
}
