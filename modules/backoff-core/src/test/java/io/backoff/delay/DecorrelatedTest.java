package io.backoff.delay;

import static io.backoff.delay.Combination.MAX;
import static io.backoff.delay.Combination.MILLI;
import static io.backoff.delay.Combination.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecorrelatedTest {

    private static final long DELAY = 200 * MILLI;

    private final Delay delay = Delay.decorrelated(DELAY, MAX, 0);
    private final Random random = new Random(3);

    @Test
    void drawsFromTheDelayToThreeTimesThePrevious() {
        long previous = 0;
        for (int wait = 1; wait <= 10_000; wait++) {
            long nanos = delay.nanos(wait, previous, random);
            assertThat(nanos).isBetween(DELAY, Math.min(MAX, 3 * Math.max(previous, DELAY)));
            assertThat(nanos).isLessThanOrEqualTo(delay.bounds(wait).max());
            previous = nanos;
        }
    }

    @Test
    void reachesBothEnds() {
        Delay small = Delay.decorrelated(2, 100, 0);
        assertThat(random.ints(200, 1, 9)
                        .mapToLong(wait -> small.nanos(wait, 0, random))
                        .boxed()
                        .distinct())
                .containsExactlyInAnyOrder(2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void takesTheDelayForAPreviousThatIsShorter() {
        assertThat(random.longs(200, 0, DELAY).map(previous -> delay.nanos(2, previous, random)))
                .allMatch(nanos -> nanos >= DELAY && nanos <= 3 * DELAY);
    }

    @Test
    void doesNotBunchAtTheCap() {
        assertThat(random.longs(10_000).map(any -> delay.nanos(50, MAX, random)).filter(nanos -> nanos == MAX))
                .hasSizeLessThan(100);
    }

    @ParameterizedTest
    @CsvSource({"1, 600", "2, 1800", "3, 5400", "4, 10000", "1000000, 10000", "2147483647, 10000"})
    void boundsTripleUpToTheCap(int wait, long longestMillis) {
        assertThat(delay.bounds(wait).min()).isEqualTo(DELAY);
        assertThat(delay.bounds(wait).max()).isEqualTo(longestMillis * MILLI);
    }

    @Test
    void saturatesWithoutACap() {
        Delay unbounded = Delay.decorrelated(1, Long.MAX_VALUE, 0);
        assertThat(unbounded.bounds(39).max()).isEqualTo(4_052_555_153_018_976_267L);
        assertThat(unbounded.bounds(40).max()).isEqualTo(Long.MAX_VALUE);
        assertThat(unbounded.nanos(Integer.MAX_VALUE, Long.MAX_VALUE, random)).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"1, 400", "2, 700", "3, 1150"})
    void expectationIsExactUntilTheCapIsInReach(int wait, long millis) {
        assertThat(delay.estimated()).isTrue();
        assertThat(delay.bounds(wait).expected()).isEqualTo(millis * MILLI);
    }

    /** 20 000 seeded calls; 8 % for the fit and the noise. */
    @ParameterizedTest
    @ValueSource(longs = {MAX, SECOND, 600 * MILLI, 60 * SECOND, 600 * SECOND})
    void expectationIsCloseOnceLevel(long max) {
        Delay capped = Delay.decorrelated(DELAY, max, 0);
        assertThat((double) capped.bounds(100).expected()).isCloseTo(simulated(capped, 60), withPercentage(8));
    }

    /** Where growth bends into the level, the two are joined by a corner that is too high. */
    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6, 8, 12})
    void expectationIsRoughInBetween(int wait) {
        assertThat((double) delay.bounds(wait).expected()).isCloseTo(simulated(delay, wait), withPercentage(25));
    }

    @Test
    void drawsWholeMultiples() {
        Delay coarse = Delay.decorrelated(250 * MILLI, MAX, 100 * MILLI);
        assertThat(coarse.bounds(1)).extracting(Bounds::min, Bounds::max).containsExactly(300 * MILLI, 700 * MILLI);
        assertThat(coarse.nanos(5, SECOND, random) % (100 * MILLI)).isZero();
        assertThat(Delay.decorrelated(MILLI, MAX, SECOND).nanos(9, 0, random)).isZero();
    }

    @Test
    void aDelayPastTheLongestIsTheLongest() {
        assertThat(Delay.decorrelated(SECOND, MILLI, 0).bounds(7)).isEqualTo(new Bounds(MILLI, MILLI, MILLI));
        assertThat(Delay.decorrelated(SECOND, 0, 0).bounds(7)).isEqualTo(new Bounds(0, 0, 0));
        assertThat(Delay.decorrelated(0, SECOND, 0).bounds(Integer.MAX_VALUE)).isEqualTo(new Bounds(0, 0, 0));
    }

    private static double simulated(Delay delay, int waits) {
        Random random = new Random(11);
        double sum = 0;
        for (int call = 0; call < 20_000; call++) {
            long nanos = 0;
            for (int wait = 1; wait <= waits; wait++) {
                nanos = delay.nanos(wait, nanos, random);
            }
            sum += nanos;
        }
        return sum / 20_000;
    }
}
