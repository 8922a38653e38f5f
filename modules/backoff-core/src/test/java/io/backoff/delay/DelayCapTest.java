package io.backoff.delay;

import static io.backoff.delay.Combination.MAX;
import static io.backoff.delay.Combination.MILLI;
import static io.backoff.delay.Combination.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DelayCapTest {

    /** 10 000 seeded draws for each wait whose window ends at the cap (or a granule below). */
    @ParameterizedTest
    @MethodSource("jitteredInWindow")
    void windowKeepsClientsApartAtTheCap(Combination combination) {
        combination
                .waits()
                .filter(wait -> atCap(combination.delay().bounds(wait)))
                .forEach(wait -> {
                    long[] draws = combination.samples(wait, 10_000).toArray();
                    assertThat(variance(draws)).as("wait %d", wait).isPositive();
                    assertThat(Arrays.stream(draws).filter(nanos -> nanos == MAX))
                            .as("wait %d", wait)
                            .hasSizeLessThan(100);
                });
    }

    /** T1: jitter that is applied before the cap disappears there, and with it the point of having it. */
    @Test
    void trapJitterSurvivesAtTheCap() {
        for (Jitter jitter : new Jitter[] {Jitter.full(), Jitter.equal(), Jitter.proportional(0.1)}) {
            Delay delay = Delay.of(Growth.exponential(SECOND, 2), jitter, Cap.WINDOW, MAX, 0);
            assertThat(variance(Combination.samples(delay, 50, 1_000).toArray()))
                    .as(jitter.toString())
                    .isGreaterThan(Math.pow(0.05 * SECOND, 2));
        }
    }

    @Test
    void windowMovesDownKeepingItsWidth() {
        assertThat(range(Jitter.proportional(0.2), Cap.WINDOW)).isEqualTo(new Bounds(6 * SECOND, 8 * SECOND, MAX));
        assertThat(range(Jitter.equal(), Cap.WINDOW)).isEqualTo(new Bounds(MAX / 2, MAX / 4 * 3, MAX));
        assertThat(range(Jitter.additive(SECOND), Cap.WINDOW))
                .isEqualTo(new Bounds(9 * SECOND, 9 * SECOND + SECOND / 2, MAX));
    }

    @Test
    void windowMovesOnlyAsFarAsItMust() {
        Delay delay = Delay.of(Growth.constant(8 * SECOND), Jitter.proportional(0.5), Cap.WINDOW, MAX, 0);
        assertThat(delay.bounds(1)).isEqualTo(new Bounds(2 * SECOND, 6 * SECOND, MAX));
    }

    @Test
    void windowThatIsWiderThanTheCapStartsAtZero() {
        assertThat(range(Jitter.proportional(1), Cap.WINDOW)).isEqualTo(new Bounds(0, MAX / 2, MAX));
        assertThat(range(Jitter.additive(60 * SECOND), Cap.WINDOW)).isEqualTo(new Bounds(0, MAX / 2, MAX));
    }

    @Test
    void baseMayExceedTheLongestDelay() {
        assertThat(range(Jitter.proportional(0.5), Cap.BASE)).isEqualTo(new Bounds(MAX / 2, MAX, MAX / 2 * 3));
        assertThat(range(Jitter.additive(SECOND), Cap.BASE)).isEqualTo(new Bounds(MAX, MAX + SECOND / 2, MAX + SECOND));
    }

    @Test
    void clipCutsWhatWasDrawnFromTheUncappedWindow() {
        Delay delay = Delay.of(Growth.constant(4 * MAX), Jitter.full(), Cap.CLIP, MAX, 0);
        // Three quarters of 0..40 s are cut to 10 s, the others average to 5 s.
        assertThat(delay.bounds(1)).isEqualTo(new Bounds(0, 8_750_000_000L, MAX));
        assertThat(Combination.samples(delay, 1, 10_000).filter(nanos -> nanos == MAX))
                .hasSizeBetween(7_300, 7_700);
    }

    @Test
    void aLongestDelayOfZeroIsNoDelay() {
        for (Cap cap : new Cap[] {Cap.WINDOW, Cap.CLIP}) {
            Combination.jitters()
                    .values()
                    .forEach(jitter -> assertThat(Delay.of(Growth.constant(SECOND), jitter, cap, 0, 0)
                                    .bounds(3))
                            .isEqualTo(new Bounds(0, 0, 0)));
        }
    }

    static Stream<Combination> jitteredInWindow() {
        return Combination.all()
                .filter(combination -> combination.cap() == Cap.WINDOW)
                .filter(combination -> !combination.jitter().equals("none"));
    }

    private static boolean atCap(Bounds bounds) {
        return bounds.max() > MAX - 70 * MILLI;
    }

    private static Bounds range(Jitter jitter, Cap cap) {
        return Delay.of(Growth.exponential(SECOND, 2), jitter, cap, MAX, 0).bounds(50);
    }

    private static double variance(long[] draws) {
        double mean = Arrays.stream(draws).average().orElseThrow();
        return Arrays.stream(draws)
                .mapToDouble(nanos -> (nanos - mean) * (nanos - mean))
                .average()
                .orElseThrow();
    }
}
