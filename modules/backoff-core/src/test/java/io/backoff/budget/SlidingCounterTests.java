package io.backoff.budget;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlidingCounterTests {

    private static final long SLICE = 100;

    @Test
    void distinguishesKinds() {
        SlidingCounter counter = new SlidingCounter(3, 10, SLICE, 0);
        counter.count(0, 0);
        counter.count(2, 0);
        counter.count(2, SLICE);
        assertThat(counter.sum(0, SLICE)).isEqualTo(1);
        assertThat(counter.sum(1, SLICE)).isZero();
        assertThat(counter.sum(2, SLICE)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, Long.MAX_VALUE - 5, Long.MIN_VALUE})
    void forgetsASliceAsAWholeWhereverTimeStarts(long start) {
        SlidingCounter counter = new SlidingCounter(1, 10, SLICE, start);
        counter.count(0, start);
        counter.count(0, start + SLICE - 1);
        counter.count(0, start + SLICE);
        assertThat(counter.sum(0, start + 10 * SLICE - 1)).isEqualTo(3);
        assertThat(counter.sum(0, start + 10 * SLICE)).isEqualTo(1);
        assertThat(counter.sum(0, start + 11 * SLICE)).isZero();
    }

    @Test
    void countsWhatAHeldUpThreadHasSeenWhereTheOthersAre() {
        SlidingCounter counter = new SlidingCounter(1, 10, SLICE, 0);
        counter.count(0, 20 * SLICE);
        counter.count(0, 10 * SLICE);
        assertThat(counter.sum(0, 20 * SLICE)).isEqualTo(2);
    }

    @Test
    void countsALateEventInItsOwnSlice() {
        SlidingCounter counter = new SlidingCounter(1, 10, SLICE, 0);
        counter.count(0, SLICE);
        counter.count(0, SLICE - 1);
        assertThat(counter.sum(0, 10 * SLICE - 1)).isEqualTo(2);
        assertThat(counter.sum(0, 10 * SLICE)).isEqualTo(1);
    }

    @Test
    void takesATimeBeforeTheStartForTheStart() {
        SlidingCounter counter = new SlidingCounter(1, 10, SLICE, 0);
        counter.count(0, -5 * SLICE);
        assertThat(counter.sum(0, -SLICE)).isEqualTo(1);
    }
}
