package io.backoff.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows of a few nanoseconds, small enough to list every value, and windows at the end of the range of a long. */
class DelayDistributionTest {

    private static final long END = Long.MAX_VALUE;

    /**
     * Checks that exactly the listed values are drawn, and that the mean is theirs (repeated = more likely). The last
     * value is the bound, unless the bound is excluded and follows after {@code <}.
     */
    @ParameterizedTest(name = "{0} ({1}) around {2}, {3} at {4}, granularity {5}: {6}")
    @CsvSource({
        "none,         0,   4, WINDOW, 9, 0, 4",
        "none,         0,   4, WINDOW, 3, 0, 3",
        "full,         0,   4, WINDOW, 9, 0, 0 1 2 3 4",
        "full,         0,   4, BASE,   2, 0, 0 1 2",
        "full,         0,   4, CLIP,   2, 0, 0 1 2 2 2",
        "equal,        0,   4, WINDOW, 9, 0, 2 3 4",
        "equal,        0,   5, WINDOW, 9, 0, 3 4 5",
        "equal,        0,   6, CLIP,   2, 0, 2",
        "proportional, 0.5, 4, WINDOW, 9, 0, 2 3 4 5 6",
        "proportional, 0.5, 4, WINDOW, 5, 0, 1 2 3 4 5",
        "proportional, 0.5, 9, WINDOW, 4, 0, 0 1 2 3 4",
        "proportional, 0.5, 9, BASE,   4, 0, 2 3 4 5 6",
        "proportional, 0.5, 4, CLIP,   4, 0, 2 3 4 4 4",
        "proportional, 0,   4, WINDOW, 9, 0, 4",
        "additive,     3,   4, WINDOW, 9, 0, 4 5 6 <7",
        "additive,     3,   4, WINDOW, 6, 0, 3 4 5 <6",
        "additive,     3,   4, BASE,   3, 0, 3 4 5 <6",
        "additive,     1,   4, WINDOW, 9, 0, 4 <5",
        "additive,     3,   4, CLIP,   5, 0, 4 5 5",
        "additive,     0,   4, WINDOW, 9, 0, 4",
        "full,         0,  10, WINDOW, 99, 3, 0 3 6 9",
        "full,         0,   2, WINDOW, 99, 3, 0",
        "full,         0,  10, WINDOW, 7, 3, 0 3 6",
        "full,         0,  10, CLIP,   7, 3, 0 3 6 7",
        "equal,        0,  10, WINDOW, 99, 3, 6 9",
        "equal,        0,   5, WINDOW, 99, 10, 0",
        "none,         0,  10, WINDOW, 99, 4, 8",
        "proportional, 0.5, 8, WINDOW, 99, 4, 4 8 12",
        "proportional, 0.5, 8, WINDOW, 10, 4, 4 8",
        "proportional, 0.5, 8, CLIP,   10, 4, 4 8 10",
        "additive,     5,   8, BASE,   7, 4, 8",
    })
    void drawsExactly(String jitter, double by, long delay, Cap cap, long max, long granularity, String values) {
        Delay built = Delay.of(Growth.constant(delay), jitter(jitter, by), cap, max, granularity);
        Map<Long, Double> wanted = shares(values);

        Map<Long, Double> drawn = new TreeMap<>();
        Combination.samples(built, 1, 4_000).forEach(nanos -> drawn.merge(nanos, 1 / 4_000d, Double::sum));

        // 5 standard errors of a share of 1/2.
        assertThat(drawn)
                .hasSameSizeAs(wanted)
                .allSatisfy(
                        (nanos, share) -> assertThat(share).isCloseTo(wanted.getOrDefault(nanos, -1d), within(0.04)));
        Bounds bounds = built.bounds(1);
        assertThat(bounds.min()).isEqualTo(Collections.min(wanted.keySet()));
        assertThat(bounds.max()).isEqualTo(bound(values, Collections.max(wanted.keySet())));
        assertThat(bounds.expected()).isEqualTo(Math.round(mean(wanted)));
    }

    @Test
    void drawsFromTheWholeRangeOfALong() {
        Delay delay = Delay.of(Growth.constant(END), Jitter.full(), Cap.WINDOW, END, 0);
        assertThat(delay.bounds(1)).isEqualTo(new Bounds(0, END / 2 + 1, END));
        // 5 standard errors; summed as doubles, a long would overflow.
        assertThat(Combination.samples(delay, 1, 1_000)
                        .asDoubleStream()
                        .average()
                        .orElseThrow())
                .isCloseTo(END / 2d, within(END * 0.05));
    }

    @Test
    void drawsEvenlyUpToTheEndOfTheRange() {
        Delay delay = Delay.of(Growth.constant(END - 2), Jitter.additive(100), Cap.CLIP, END, 0);
        Map<Long, Long> drawn = Combination.samples(delay, 1, 3_000)
                .boxed()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertThat(drawn)
                .containsOnlyKeys(END - 2, END - 1, END)
                .allSatisfy((nanos, count) -> assertThat(count).isBetween(850L, 1_150L));
    }

    @Test
    void windowKeepsItsWidthWhereItsEndWouldOverflow() {
        Delay half = Delay.of(Growth.constant(END), Jitter.proportional(0.25), Cap.WINDOW, END, 0);
        assertThat((double) half.bounds(1).min()).isCloseTo(END / 2d, within(END * 1e-9));
        Delay whole = Delay.of(Growth.constant(END), Jitter.proportional(1), Cap.WINDOW, END, 0);
        assertThat(whole.bounds(1).min()).isZero();
    }

    private static Jitter jitter(String name, double by) {
        return switch (name) {
            case "proportional" -> Jitter.proportional(by);
            case "additive" -> Jitter.additive((long) by);
            default -> Combination.jitters().get(name);
        };
    }

    private static Map<Long, Double> shares(String values) {
        String[] all = values.replaceFirst(" <.*", "").split(" ");
        Map<Long, Double> shares = new TreeMap<>();
        for (String value : all) {
            shares.merge(Long.valueOf(value), 1d / all.length, Double::sum);
        }
        return shares;
    }

    private static long bound(String values, long last) {
        int excluded = values.indexOf('<');
        return excluded < 0 ? last : Long.parseLong(values.substring(excluded + 1));
    }

    private static double mean(Map<Long, Double> shares) {
        return shares.entrySet().stream()
                .mapToDouble(share -> share.getKey() * share.getValue())
                .sum();
    }
}
