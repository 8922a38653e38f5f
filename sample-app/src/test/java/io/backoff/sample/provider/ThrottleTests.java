package io.backoff.sample.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrottleTests {

    private static final long SECOND = 1_000_000_000;
    private static final long START = Long.MAX_VALUE - SECOND; // the clock has an arbitrary origin

    private final Throttle throttle = new Throttle(40, START);

    @Test
    void admitsAFifthOfASecondTogetherAfterAPause() {
        assertThat(admitted(100, START, 0)).isEqualTo(8);
        assertThat(admitted(100, START + 10 * SECOND, 0)).isEqualTo(8);
    }

    @Test
    void admitsItsRateHoweverManyAsk() {
        assertThat(admitted(10_000, START, SECOND / 1_000)).isBetween(400L, 408L);
    }

    @Test
    void admitsEverythingBelowItsRate() {
        assertThat(admitted(1_000, START, SECOND / 39)).isEqualTo(1_000);
    }

    @Test
    void admitsOneRequestPerSecondAtLeast() {
        Throttle slow = new Throttle(1, START);
        assertThat(slow.admits(START)).isTrue();
        assertThat(slow.admits(START + SECOND / 2)).isFalse();
        assertThat(slow.admits(START + SECOND)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void needsAPositiveRate(int perSecond) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Throttle(perSecond, START))
                .withMessage("'perSecond' must be at least 1 but was " + perSecond);
    }

    private long admitted(int requests, long from, long apart) {
        return LongStream.range(0, requests)
                .filter(i -> throttle.admits(from + i * apart))
                .count();
    }
}
