package io.backoff.delay;

import static io.backoff.delay.Combination.MAX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LongSummaryStatistics;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Invariants of every strategy x jitter x cap x granularity, from the first wait to the last. */
class DelayBoundsTest {

    @ParameterizedTest
    @MethodSource("io.backoff.delay.Combination#all")
    void drawsWithinItsBounds(Combination combination) {
        combination.waits().forEach(wait -> {
            Bounds bounds = combination.delay().bounds(wait);
            assertThat(bounds.min()).isNotNegative().isLessThanOrEqualTo(bounds.expected());
            assertThat(bounds.expected()).isLessThanOrEqualTo(bounds.max());
            LongSummaryStatistics drawn = combination.samples(wait, 1_000).summaryStatistics();
            assertThat(drawn.getMin()).as("wait %d", wait).isBetween(bounds.min(), bounds.max());
            assertThat(drawn.getMax()).as("wait %d", wait).isBetween(bounds.min(), bounds.max());
        });
    }

    @ParameterizedTest
    @MethodSource("io.backoff.delay.Combination#all")
    void staysWithinTheLongestDelayUnlessOnlyTheBaseIsCapped(Combination combination) {
        long longest = combination.cap() == Cap.BASE ? MAX + MAX / 2 : MAX;
        combination
                .waits()
                .forEach(wait -> assertThat(combination.delay().bounds(wait).max())
                        .as("wait %d", wait)
                        .isBetween(0L, longest));
    }

    /**
     * Tolerance: 4 standard errors of 5 000 seeded draws, the variance taken from the inequality of Bhatia and Davis,
     * var <= (max - mean)(mean - min), which also covers draws that are nearly always cut.
     */
    @ParameterizedTest
    @MethodSource("io.backoff.delay.Combination#all")
    void averagesToItsExpectation(Combination combination) {
        int draws = 5_000;
        combination.waits().forEach(wait -> {
            Bounds bounds = combination.delay().bounds(wait);
            double variance = (double) (bounds.max() - bounds.expected()) * (bounds.expected() - bounds.min());
            double mean = combination.samples(wait, draws).average().orElseThrow();
            assertThat(mean)
                    .as("wait %d", wait)
                    .isCloseTo(bounds.expected(), within(4 * Math.sqrt(variance / draws) + 1));
        });
    }

    @ParameterizedTest
    @EnumSource(Cap.class)
    void dependsOnNothingButItsArguments(Cap cap) {
        Delay delay = Delay.of(Growth.exponential(1_000, 1.5), Jitter.full(), cap, MAX, 0);
        long fresh = delay.nanos(20, 0, new Random(7));
        delay.nanos(1_000_000, 0, new Random(8));
        assertThat(delay.nanos(20, 12_345, new Random(7))).isEqualTo(fresh);
    }

    @Test
    void noneNeverWaits() {
        assertThat(Delay.NONE.nanos(1, 0, new Random(1))).isZero();
        assertThat(Delay.NONE.nanos(Integer.MAX_VALUE, 5, new Random(1))).isZero();
        assertThat(Delay.NONE.bounds(1)).isEqualTo(new Bounds(0, 0, 0));
        assertThat(Delay.NONE.estimated()).isFalse();
    }
}
