package io.backoff.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateWindowTests {

    private static final long MILLI = 1_000_000;

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 500 * MILLI, Long.MIN_VALUE})
    void dividesByTheTimeThatHasPassedInTheFirstSecond(long start) {
        var window = new RateWindow(start);
        attempts(window, start, 50, 10);
        assertThat(window.rate(start + 500 * MILLI)).isCloseTo(100, within(1e-6));
    }

    @Test
    void beginsAnewAfterAPause() {
        var window = new RateWindow(0);
        attempts(window, 0, 3, 200);
        long begin = 60_000 * MILLI;
        attempts(window, begin, 50, 5);
        assertThat(window.rate(begin + 250 * MILLI)).isCloseTo(200, within(1e-6));
    }

    @Test
    void forgetsWhatIsOlderThanASecond() {
        var window = new RateWindow(0);
        attempts(window, 0, 100, 10);
        attempts(window, 1_000 * MILLI, 50, 20);
        assertThat(window.rate(2_000 * MILLI - 1)).isCloseTo(50, within(0.1));
        assertThat(window.attempts(2_000 * MILLI - 1)).isEqualTo(50);
    }

    @Test
    void keepsTheRateInAPause() {
        var window = new RateWindow(0);
        attempts(window, 0, 100, 10);
        assertThat(window.rate(1_900 * MILLI)).isCloseTo(100, within(1e-6));
        assertThat(window.rate(5_000 * MILLI)).isCloseTo(100, within(1e-6));
        assertThat(window.attempts(5_000 * MILLI)).isZero();
    }

    @Test
    void takesBackAttemptsThatAreNotMade() {
        var window = new RateWindow(0);
        attempts(window, 0, 100, 10);
        window.takeBack(200 * MILLI);
        window.takeBack(990 * MILLI);
        assertThat(window.attempts(1_000 * MILLI - 1)).isEqualTo(98);
        assertThat(window.attempts(1_250 * MILLI)).isEqualTo(69);
        window.takeBack(200 * MILLI);
        window.began(1_250 * MILLI);
        window.takeBack(200 * MILLI);
        assertThat(window.attempts(1_250 * MILLI)).isEqualTo(70);
    }

    @Test
    void doesNotCountTheTimeInWhichTheGateWasClosed() {
        var window = new RateWindow(0);
        attempts(window, 0, 100, 10);
        window.close(1_000 * MILLI, 1_500 * MILLI);
        for (int i = 0; i < 40; i++) {
            window.beganPaced(1_500 * MILLI + i * 10 * MILLI);
        }
        assertThat(window.rate(1_900 * MILLI - 1)).isCloseTo(100, within(0.1));
    }

    @Test
    void doesNotCountClosedTimeTwiceIfAThreadIsLate() {
        var window = new RateWindow(0);
        attempts(window, 0, 100, 10);
        window.close(1_000 * MILLI, 1_500 * MILLI);
        window.close(1_400 * MILLI, 1_500 * MILLI);
        window.close(1_100 * MILLI, 1_500 * MILLI);
        for (int i = 0; i < 40; i++) {
            window.beganPaced(1_500 * MILLI + i * 10 * MILLI);
        }
        assertThat(window.rate(1_900 * MILLI - 1)).isCloseTo(100, within(0.1));
    }

    @Test
    void doesNotCountAnyOfSeveralTimesInWhichTheGateWasClosed() {
        var window = new RateWindow(0);
        for (int i = 0; i < 20; i++) {
            long begin = i * 100 * MILLI;
            for (int j = 0; j < 5; j++) {
                window.beganPaced(begin + j * 10 * MILLI);
            }
            window.close(begin + 50 * MILLI, begin + 80 * MILLI);
            window.close(begin + 60 * MILLI, begin + 100 * MILLI);
        }
        assertThat(window.rate(2_000 * MILLI - 1)).isCloseTo(100, within(0.1));
    }

    @Test
    void doesNotDivideByNothing() {
        var window = new RateWindow(0);
        window.began(0);
        window.began(0);
        assertThat(window.rate(0)).isEqualTo(2_000);
    }

    @Test
    void knowsTheLastEndOfAllHintsOfTheLastSecond() {
        var window = new RateWindow(0);
        window.throttled(0, 0, 5_000 * MILLI);
        window.throttled(500 * MILLI, 0, 2_000 * MILLI);
        assertThat(window.retryAfterEnd(600 * MILLI)).isEqualTo(5_000 * MILLI);
        assertThat(window.retryAfterEnd(1_200 * MILLI)).isEqualTo(2_000 * MILLI);
        assertThat(window.retryAfterEnd(1_600 * MILLI)).isEqualTo(1_600 * MILLI);
    }

    /** Of 100 attempts in the first second and 50 in the next, one and two are throttled, half a second after they began. */
    @Test
    void takesTheShareOfTheAttemptsThatBeganInTheLastSecond() {
        var window = new RateWindow(0);
        attempts(window, 0, 100, 10);
        window.throttled(1_490 * MILLI, 990 * MILLI, 1_490 * MILLI);
        attempts(window, 1_000 * MILLI, 50, 20);
        window.throttled(1_900 * MILLI, 1_400 * MILLI, 1_900 * MILLI);
        window.throttled(1_990 * MILLI, 1_490 * MILLI, 1_990 * MILLI);
        assertThat(window.throttled(2_000 * MILLI - 1)).isEqualTo(3);
        assertThat(window.throttledShare(2_000 * MILLI - 1)).isEqualTo(2 / 50.0);
        assertThat(window.throttledShare(60_000 * MILLI)).isEqualTo(1);
    }

    @Test
    void ignoresEarlierAttemptsInTheShare() {
        var window = new RateWindow(0);
        attempts(window, 2_000 * MILLI, 10, 10);
        window.throttled(2_100 * MILLI, 0, 2_100 * MILLI);
        assertThat(window.throttled(2_100 * MILLI)).isEqualTo(1);
        assertThat(window.throttledShare(2_100 * MILLI)).isZero();
    }

    @Test
    void forgetsClosedTimeThatIsOlderThanASecond() {
        var window = new RateWindow(0);
        window.began(0);
        window.close(0, 100 * MILLI);
        window.rate(100 * MILLI);
        attempts(window, 100 * MILLI, 95, 10);
        assertThat(window.rate(1_050 * MILLI)).isCloseTo(100, within(0.1));
    }

    @Test
    void countsNoClosedTimeFromBeforeAPauseEnds() {
        var window = new RateWindow(0);
        attempts(window, 0, 100, 10);
        window.close(1_000 * MILLI, 60_000 * MILLI);
        for (int i = 0; i < 10; i++) {
            window.beganPaced(60_050 * MILLI + i * 10 * MILLI);
        }
        assertThat(window.rate(60_150 * MILLI)).isCloseTo(100, within(0.1));
    }

    /** Only the last second is computed, not each tenth of a second since the gate was closed. */
    @Test
    void measuresAtOnceAfterCenturies() {
        var window = new RateWindow(0);
        attempts(window, 0, 100, 10);
        window.close(1_000 * MILLI, Long.MAX_VALUE / 2);
        assertThat(window.rate(Long.MAX_VALUE / 2)).isCloseTo(100, within(1e-6));
    }

    @Test
    void ignoresAttemptsOfExactlyASecondAgoInTheShare() {
        var window = new RateWindow(0);
        attempts(window, 2_000 * MILLI, 10, 10);
        window.throttled(2_090 * MILLI, 2_050 * MILLI, 2_090 * MILLI);
        window.throttled(2_090 * MILLI, 1_050 * MILLI, 2_090 * MILLI);
        assertThat(window.throttledShare(2_090 * MILLI)).isEqualTo(1 / 10.0);
    }

    private static void attempts(RateWindow window, long from, int count, long everyMillis) {
        for (int i = 0; i < count; i++) {
            window.began(from + i * everyMillis * MILLI);
        }
    }
}
