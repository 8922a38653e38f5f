package io.backoff.delay;

import static io.backoff.delay.Combination.MAX;
import static io.backoff.delay.Combination.MILLI;
import static io.backoff.delay.Combination.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GrowthTest {

    private static final int[] FAR = {1_000, 1_000_000, Integer.MAX_VALUE - 1, Integer.MAX_VALUE};

    @Test
    void followsItsFormula() {
        assertThat(first(4, Growth.constant(7))).containsExactly(7, 7, 7, 7);
        assertThat(first(4, Growth.linear(10, 20))).containsExactly(10, 30, 50, 70);
        assertThat(first(5, Growth.exponential(100, 2))).containsExactly(100, 200, 400, 800, 1_600);
        assertThat(first(4, Growth.polynomial(100, 2))).containsExactly(100, 400, 900, 1_600);
        assertThat(first(3, Growth.polynomial(100, 0))).containsExactly(100, 100, 100);
        assertThat(first(7, Growth.fibonacci(10))).containsExactly(10, 10, 20, 30, 50, 80, 130);
        assertThat(first(5, Growth.list(15, 15, 30))).containsExactly(15, 15, 30, 30, 30);
    }

    @Test
    void listGivesItsDelaysEvenWhenTheyShrink() {
        long[] delays = {30, 10};
        Growth growth = Growth.list(delays);
        delays[0] = 99;
        assertThat(first(3, growth)).containsExactly(30, 10, 10);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("growths")
    void neverShrinksNorTurnsNegative(String name, Growth growth) {
        long previous = 0;
        for (int wait : IntStream.concat(IntStream.rangeClosed(1, 300), IntStream.of(FAR))
                .toArray()) {
            assertThat(growth.nanos(wait)).as("wait %d", wait).isGreaterThanOrEqualTo(previous);
            previous = growth.nanos(wait);
        }
    }

    /** T2: a product that grows beyond the cap overflows, and the delay falls to 0 or below. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("growths")
    void trapAMillionWaitsNeverFallBack(String name, Growth growth) {
        Delay delay = Delay.of(growth, Jitter.none(), Cap.WINDOW, MAX, 0);
        Random random = new Random(1);
        long previous = 0;
        for (int wait = 1; wait <= 1_000_000; wait++) {
            long nanos = delay.nanos(wait, previous, random);
            if (nanos < previous || nanos > MAX) {
                assertThat(nanos).as("wait %d", wait).isBetween(previous, MAX);
            }
            previous = nanos;
        }
    }

    /** T3: 1 ms x 1.5, truncated to milliseconds each time, is 1, 1, 1, ... for ever. */
    @Test
    void trapSmallDelaysGrow() {
        assertThat(first(4, Growth.exponential(MILLI, 1.5)))
                .containsExactly(1_000_000, 1_500_000, 2_250_000, 3_375_000);
        assertThat(first(5, Growth.exponential(1, 1.5))).containsExactly(1, 2, 2, 3, 5);
        assertThat(first(3, Growth.exponential(51_200, 2))).containsExactly(51_200, 102_400, 204_800);
    }

    @ParameterizedTest
    @MethodSource("overflowing")
    void saturates(Growth growth) {
        for (int wait : FAR) {
            assertThat(growth.nanos(wait)).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void fibonacciSaturatesOnlyPastTheLastNumberThatFits() {
        Growth growth = Growth.fibonacci(1);
        assertThat(growth.nanos(90) + growth.nanos(91))
                .isEqualTo(growth.nanos(92))
                .isEqualTo(7_540_113_804_746_346_429L);
        assertThat(growth.nanos(93)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void zeroStaysZero() {
        Stream.of(Growth.linear(0, 0), Growth.exponential(0, 2), Growth.polynomial(0, 9), Growth.fibonacci(0))
                .forEach(growth -> assertThat(growth.nanos(Integer.MAX_VALUE)).isZero());
    }

    static Stream<Arguments> growths() {
        return Stream.concat(
                Combination.growths().entrySet().stream()
                        .map(growth -> Arguments.of(growth.getKey(), growth.getValue())),
                Stream.of(
                        Arguments.of("1 ns x 1.0000001", Growth.exponential(1, 1.0000001)),
                        Arguments.of("linear from the end", Growth.linear(Long.MAX_VALUE - SECOND, 3)),
                        Arguments.of("huge multiplier", Growth.exponential(3, 1e300))));
    }

    static Stream<Growth> overflowing() {
        return Stream.of(
                Growth.linear(1, Long.MAX_VALUE / 100),
                Growth.exponential(1, 2),
                Growth.exponential(Long.MAX_VALUE, 1),
                Growth.polynomial(SECOND, 9),
                Growth.fibonacci(1));
    }

    private static long[] first(int count, Growth growth) {
        return IntStream.rangeClosed(1, count).mapToLong(growth::nanos).toArray();
    }
}
