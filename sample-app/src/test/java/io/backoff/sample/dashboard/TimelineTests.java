package io.backoff.sample.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimelineTests {

    private static final BudgetState BUDGET = new BudgetState(true, 20, 20, 0.1);

    private final Timeline timeline = new Timeline();

    @Test
    void knowsNothingOfTheFirstSecond() {
        Second first = add(totals(7, 70, 90));
        assertThat(first.last()).isEqualTo(totals(0, 0, 0));
        assertThat(first.amplification()).isNull();
    }

    @Test
    void tellsWhatHappenedSinceTheSecondBefore() {
        add(totals(1, 10, 10));
        add(totals(2, 30, 40));
        assertThat(add(totals(3, 35, 55)).last()).isEqualTo(totals(1, 5, 15));
    }

    @Test
    void amplificationIsThatOfTheLastTenSeconds() {
        add(totals(0, 0, 0));
        add(totals(1, 1_000, 3_000));
        IntStream.rangeClosed(2, 10).forEach(i -> add(totals(i, 1_000 + i, 3_000 + i)));
        Second without = add(totals(11, 1_012, 3_017));
        assertThat(without.window()).isEqualTo(totals(10, 12, 17));
        assertThat(without.amplification()).isEqualTo(17.0 / 12);
    }

    @Test
    void remembersAMinute() {
        IntStream.range(0, 100).forEach(i -> add(totals(i, i, i)));
        assertThat(timeline.seconds()).hasSize(60);
        assertThat(timeline.seconds().get(0).at()).isEqualTo(40_000);
        assertThat(timeline.seconds().get(59).at()).isEqualTo(99_000);
    }

    private Second add(Totals now) {
        return timeline.add((long) (1_000 * now.seconds()), 20, BUDGET, now);
    }

    private static Totals totals(double seconds, long orders, long requests) {
        return new Totals(seconds, orders, 0, 0, requests, 0, List.of(orders, 0L));
    }
}
