package io.backoff.delay;

import static io.backoff.delay.Combination.MAX;
import static io.backoff.delay.Combination.MILLI;
import static io.backoff.delay.Combination.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.LongSummaryStatistics;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Invariants of every strategy x jitter x cap x granularity, from the first wait to the last. */
class DelayTest {

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

    @Nested
    class AtTheCap {

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

        /** T1: at the cap, a jitter applied before the cap would have no effect. */
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
            assertThat(range(Jitter.additive(SECOND), Cap.BASE))
                    .isEqualTo(new Bounds(MAX, MAX + SECOND / 2, MAX + SECOND));
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

    @Nested
    class Validated {

        private static final Growth GROWTH = Growth.constant(1);

        @ParameterizedTest(name = "{0}")
        @MethodSource("broken")
        void namesTheValueAndTheRule(String message, ThrowingCallable building) {
            assertThatIllegalArgumentException().isThrownBy(building).withMessage(message);
        }

        @Test
        void acceptsTheEdges() {
            assertThatCode(() -> {
                        Growth.exponential(0, 1);
                        Growth.polynomial(Long.MAX_VALUE, 0);
                        Jitter.proportional(0);
                        Jitter.proportional(1);
                        Jitter.additive(0);
                        Delay.binaryExponential(1, 1, Cap.CLIP, 0);
                        Delay.binaryExponential(Long.MAX_VALUE, 62, Cap.BASE, Long.MAX_VALUE);
                    })
                    .doesNotThrowAnyException();
        }

        static Stream<Arguments> broken() {
            return Stream.of(
                    row("'delay' must be at least 0 but was -1", () -> Growth.constant(-1)),
                    row("'delay' must be at least 0 but was -1", () -> Growth.linear(-1, 1)),
                    row("'increment' must be at least 0 but was -2", () -> Growth.linear(1, -2)),
                    row("'delay' must be at least 0 but was -1", () -> Growth.exponential(-1, 2)),
                    row("'multiplier' must be at least 1 but was 0.5", () -> Growth.exponential(1, 0.5)),
                    row("'multiplier' must be at least 1 but was NaN", () -> Growth.exponential(1, Double.NaN)),
                    row("'multiplier' must be finite but was Infinity", () -> Growth.exponential(1, 1 / 0d)),
                    row("'delay' must be at least 0 but was -1", () -> Growth.polynomial(-1, 2)),
                    row("'exponent' must be at least 0 but was -0.1", () -> Growth.polynomial(1, -0.1)),
                    row("'exponent' must be at least 0 but was NaN", () -> Growth.polynomial(1, Double.NaN)),
                    row("'exponent' must be finite but was Infinity", () -> Growth.polynomial(1, 1 / 0d)),
                    row("'delay' must be at least 0 but was -1", () -> Growth.fibonacci(-1)),
                    row("'delays' must not be empty", Growth::list),
                    row("'delays[1]' must be at least 0 but was -5", () -> Growth.list(3, -5)),
                    row("'factor' must be between 0 and 1 but was 1.5", () -> Jitter.proportional(1.5)),
                    row("'factor' must be between 0 and 1 but was -0.5", () -> Jitter.proportional(-0.5)),
                    row("'factor' must be between 0 and 1 but was NaN", () -> Jitter.proportional(Double.NaN)),
                    row("'amount' must be at least 0 but was -1", () -> Jitter.additive(-1)),
                    row("'maxNanos' must be at least 0 but was -1", () -> of(-1, 0)),
                    row("'granularityNanos' must be at least 0 but was -1", () -> of(1, -1)),
                    row("'slotNanos' must be at least 1 but was 0", () -> slots(0, 10)),
                    row("'ceiling' must be between 1 and 62 but was 0", () -> slots(1, 0)),
                    row("'ceiling' must be between 1 and 62 but was 63", () -> slots(1, 63)),
                    row("'delayNanos' must be at least 0 but was -1", () -> Delay.decorrelated(-1, 1, 0)),
                    row("'maxNanos' must be at least 0 but was -1", () -> Delay.decorrelated(1, -1, 0)),
                    row("'granularityNanos' must be at least 0 but was -1", () -> Delay.decorrelated(1, 1, -1)),
                    row("'wait' must be at least 1 but was 0", () -> of(1, 0).bounds(0)),
                    row("'wait' must be at least 1 but was -7", () -> of(1, 0).nanos(-7, 0, new Random(1))),
                    row(
                            "'wait' must be at least 1 but was 0",
                            () -> Delay.decorrelated(1, 1, 0).bounds(0)),
                    row(
                            "'wait' must be at least 1 but was 0",
                            () -> Delay.decorrelated(1, 1, 0).nanos(0, 0, new Random(1))));
        }

        private static Arguments row(String message, ThrowingCallable building) {
            return arguments(message, building);
        }

        private static Delay of(long max, long granularity) {
            return Delay.of(GROWTH, Jitter.none(), Cap.WINDOW, max, granularity);
        }

        private static Delay slots(long slot, int ceiling) {
            return Delay.binaryExponential(slot, ceiling, Cap.WINDOW, 1);
        }
    }

    @Nested
    class Growing {

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
                    .forEach(growth ->
                            assertThat(growth.nanos(Integer.MAX_VALUE)).isZero());
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
}
