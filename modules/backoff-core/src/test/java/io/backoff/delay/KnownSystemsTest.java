package io.backoff.delay;

import static io.backoff.delay.Combination.MILLI;
import static io.backoff.delay.Combination.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published numbers of the systems that this library reproduces. */
class KnownSystemsTest {

    private static final long SLOT = 51_200;

    private final Delay ethernet = Delay.binaryExponential(SLOT, 10, Cap.WINDOW, Long.MAX_VALUE);
    private final Delay celery = Delay.of(Growth.exponential(SECOND, 2), Jitter.full(), Cap.CLIP, 600 * SECOND, SECOND);
    private final Delay cenkalti =
            Delay.of(Growth.exponential(500 * MILLI, 1.5), Jitter.proportional(0.5), Cap.BASE, 60 * SECOND, 0);

    /** E(c) = (2^c - 1) / 2 slots: 0.5, 1.5, 3.5, ... 511.5, which stays from the tenth collision on. */
    @Test
    void ethernetExpectsHalfOfItsLargestNumberOfSlots() {
        for (int collision = 1; collision <= 16; collision++) {
            long slots = (1L << Math.min(collision, 10)) - 1;
            assertThat(ethernet.bounds(collision))
                    .as("collision %d", collision)
                    .isEqualTo(new Bounds(0, slots * SLOT / 2, slots * SLOT));
        }
        assertThat(ethernet.bounds(16).max()).isEqualTo(1_023 * SLOT);
    }

    @Test
    void ethernetWaitsWholeSlots() {
        assertThat(Combination.samples(ethernet, 2, 200).boxed().distinct())
                .containsExactlyInAnyOrder(0L, SLOT, 2 * SLOT, 3 * SLOT);
        assertThat(Combination.samples(ethernet, 16, 1_000)).allMatch(nanos -> nanos % SLOT == 0);
    }

    @Test
    void celeryCountsDownWholeSecondsUpToTenMinutes() {
        int[] longest = IntStream.rangeClosed(1, 12)
                .map(wait -> (int) (celery.bounds(wait).max() / SECOND))
                .toArray();
        assertThat(longest).containsExactly(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600);
        assertThat(Combination.samples(celery, 12, 1_000)).allMatch(nanos -> nanos % SECOND == 0);
    }

    /** randint[0, 1024] exceeds 599 in 425 of 1 025 cases: the line-up that the source warns of. Tolerance 5 %. */
    @Test
    void celeryBunchesAtItsMaximum() {
        assertThat(Combination.samples(celery, 11, 10_000)
                        .filter(nanos -> nanos == 600 * SECOND)
                        .count())
                .isCloseTo(10_000 * 425 / 1_025, withPercentage(5));
        assertThat(celery.bounds(11).expected() / 1e9).isCloseTo((300.0 * 601 + 600 * 424) / 1_025, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"32, 5, 16, 17", "32, 6, 32, 32", "32, 7, 32, 32", "64, 6, 32, 33", "64, 7, 64, 64", "32, 1, 1, 2"})
    void googleAddsUpToASecondAndThenCuts(long max, int wait, long from, long to) {
        Delay google = Delay.of(Growth.exponential(SECOND, 2), Jitter.additive(SECOND), Cap.CLIP, max * SECOND, 0);
        Bounds bounds = google.bounds(wait);
        assertThat(bounds.min()).isEqualTo(from * SECOND);
        assertThat(bounds.max()).isEqualTo(to * SECOND);
        assertThat((double) bounds.expected()).isCloseTo((from + to) * SECOND / 2, within(1.0));
    }

    /** The table of its documentation, which truncates as it goes: within 0.1 %. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.5, 0.25, 0.75",
        "2, 0.75, 0.375, 1.125",
        "3, 1.125, 0.562, 1.687",
        "4, 1.687, 0.8435, 2.53",
        "5, 2.53, 1.265, 3.795",
        "6, 3.795, 1.897, 5.692",
        "7, 5.692, 2.846, 8.538",
        "8, 8.538, 4.269, 12.807",
        "9, 12.807, 6.403, 19.210",
        "10, 19.210, 9.605, 28.815",
        "13, 60, 30, 90",
    })
    void cenkaltiGrowsByHalfAndCapsTheInterval(int wait, double interval, double from, double to) {
        Bounds bounds = cenkalti.bounds(wait);
        assertThat(bounds.expected() / 1e9).isCloseTo(interval, withPercentage(0.1));
        assertThat(bounds.min() / 1e9).isCloseTo(from, withPercentage(0.1));
        assertThat(bounds.max() / 1e9).isCloseTo(to, withPercentage(0.1));
    }

    @Test
    void cenkaltiIsExactWhereItsTableIsTruncated() {
        assertThat(cenkalti.bounds(4)).isEqualTo(new Bounds(843_750_000, 1_687_500_000, 2_531_250_000L));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void unixConnectDoublesWithoutJitter(int wait) {
        Delay unix = Delay.of(Growth.exponential(SECOND, 2), Jitter.none(), Cap.WINDOW, Long.MAX_VALUE, 0);
        long nanos = SECOND << (wait - 1);
        assertThat(unix.bounds(wait)).isEqualTo(new Bounds(nanos, nanos, nanos));
    }
}
