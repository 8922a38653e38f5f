package io.backoff.budget;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReserveTests {

    private static final long MILLI = 1_000_000;

    private static final long SECOND = 1_000 * MILLI;

    @ParameterizedTest
    @CsvSource({"0, 0", "0.1, 1", "1, 1", "1.9, 1", "2.5, 2", "3, 3", "7, 7", "1000, 1000"})
    void grantsAtMostOneSecondsWorthAtOnce(double perSecond, int expected) {
        assertThat(grants(new Reserve(perSecond), 0)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1, 3, 7})
    void isNotHoardedWhileIdle(double perSecond) {
        var reserve = new Reserve(perSecond);
        var atOnce = grants(reserve, 0);
        assertThat(grants(reserve, 3600 * SECOND)).isEqualTo(atOnce);
    }

    @ParameterizedTest
    @CsvSource({"0.1, 11", "0.3, 30", "1, 101", "2.5, 252", "3, 302", "7, 706"})
    void grantsItsRateUnderSteadyDemand(double perSecond, int expected) {
        var reserve = new Reserve(perSecond);
        var granted = 0;
        for (long millis = 0; millis <= 100_000; millis++) {
            granted += reserve.tryTake(millis * MILLI) ? 1 : 0;
        }
        assertThat(granted).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE - 5, -5_000_000_000_000_000_000L})
    void startsAtAnyTime(long start) {
        var reserve = new Reserve(1);
        assertThat(grants(reserve, start)).isEqualTo(1);
        assertThat(grants(reserve, start + SECOND - 1)).isZero();
        assertThat(grants(reserve, start + SECOND)).isEqualTo(1);
        assertThat(grants(reserve, start + SECOND + 1)).isZero();
    }

    @Test
    void isNotFreshAgainWhenTheDueTimeIsTheMarkerForUnused() {
        var reserve = new Reserve(1);
        var start = Long.MIN_VALUE - SECOND;
        assertThat(grants(reserve, start)).isEqualTo(1);
        assertThat(grants(reserve, start + 1)).isZero();
        assertThat(grants(reserve, start + SECOND + 1)).isEqualTo(1);
    }

    @Test
    void toleratesTimesThatAreSlightlyOutOfOrder() {
        var reserve = new Reserve(1);
        assertThat(reserve.tryTake(SECOND)).isTrue();
        assertThat(reserve.tryTake(SECOND - 10)).isFalse();
        assertThat(reserve.tryTake(2 * SECOND)).isTrue();
    }

    @Test
    void grantsOnceInACenturyAtTheTiniestRate() {
        var reserve = new Reserve(Double.MIN_VALUE);
        assertThat(grants(reserve, Long.MAX_VALUE - 5)).isEqualTo(1);
        assertThat(grants(reserve, Long.MAX_VALUE - 5 + 36_500L * 86_400 * SECOND))
                .isZero();
    }

    private static int grants(Reserve reserve, long now) {
        var granted = 0;
        while (reserve.tryTake(now)) {
            granted++;
        }
        return granted;
    }
}
