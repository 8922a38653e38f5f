package io.backoff.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterSpreadTests {

    private static final Duration YEARS_292 = Duration.ofNanos(Long.MAX_VALUE);
    private static final int CLIENTS = 10_000;

    private final RandomGenerator random = new Random(11);

    /** Random Retry-After delays from 1 ns to 292 years, shares and limits: never too early, never beyond a bound. */
    @Test
    void extendsAHintByItsShareAtMost() {
        for (int i = 0; i < 100_000; i++) {
            Duration retryAfter = Duration.ofNanos(random.nextLong(1, Long.MAX_VALUE) >>> random.nextInt(63));
            Duration longest = Duration.ofNanos(random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63));
            double share = random.nextDouble();
            Duration extended = new RetryAfterSpread(share).extend(retryAfter, longest, random);
            Duration added = extended.minus(retryAfter);
            assertThat(added).isGreaterThanOrEqualTo(Duration.ZERO);
            assertThat(added.toNanos()).isLessThanOrEqualTo(Math.round(share * retryAfter.toNanos()));
            assertThat(extended).isLessThanOrEqualTo(retryAfter.compareTo(longest) > 0 ? retryAfter : longest);
        }
    }

    /** Chi-squared of 10 000 seeded draws over 50 intervals: 49 degrees of freedom, 85.4 is passed once in a thousand. */
    @ParameterizedTest
    @CsvSource({"PT5S, PT30S, PT2.5S", "PT0.001S, PT30S, PT0.0005S", "PT5S, PT6S, PT1S", "PT2400H, PT99999H, PT1200H"})
    void spreadsTheCallersOfOneHintEvenly(Duration retryAfter, Duration longest, Duration width) {
        int[] returns = new int[50];
        RetryAfterSpread spread = new RetryAfterSpread(0.5);
        for (int i = 0; i < CLIENTS; i++) {
            Duration added = spread.extend(retryAfter, longest, random).minus(retryAfter);
            returns[(int) Math.min(49, 50.0 * added.toNanos() / width.toNanos())]++;
        }
        double expected = CLIENTS / 50.0;
        double chiSquared = Arrays.stream(returns)
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        assertThat(chiSquared).isLessThan(85.4);
    }

    @Test
    void reachesBothEnds() {
        RetryAfterSpread spread = new RetryAfterSpread(1);
        assertThat(IntStream.range(0, 1_000)
                        .mapToObj(i -> spread.extend(Duration.ofNanos(3), YEARS_292, random))
                        .distinct()
                        .map(Duration::toNanos))
                .containsExactlyInAnyOrder(3L, 4L, 5L, 6L);
    }

    @Test
    void ofZeroWaitsExactly() {
        assertThat(RetryAfterSpread.NONE.extend(Duration.ofSeconds(5), YEARS_292, random))
                .isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT5S", "PT4.999999999S", "PT0S", "PT-1S"})
    void leavesAHintAloneThatLeavesNoRoom(Duration longest) {
        assertThat(new RetryAfterSpread(0.5).extend(Duration.ofSeconds(5), longest, random))
                .isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void leavesAHintAloneThatIsNoTimeToWait(long seconds) {
        Duration retryAfter = Duration.ofSeconds(seconds);
        assertThat(new RetryAfterSpread(0.5).extend(retryAfter, YEARS_292, random))
                .isEqualTo(retryAfter);
    }

    @Test
    void extendsTheLongestHintThatNanosecondsHold() {
        assertThat(new RetryAfterSpread(1).extend(YEARS_292, YEARS_292.multipliedBy(2), random))
                .isBetween(YEARS_292, YEARS_292.multipliedBy(2));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
    void rejectsOtherShares(double share) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryAfterSpread(share))
                .withMessage("'share' must be between 0 and 1 but was " + share);
    }
}
