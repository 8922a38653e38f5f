package io.backoff.sample.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.sample.settlement.SettlementJob.Progress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimelineTests {

    private static final BudgetState BUDGET = new BudgetState(true, 20, 20, 0.1, 0.1);
    private static final StoredCalls STORED = new StoredCalls(3, 1, false);
    private static final Settlements SETTLEMENTS =
            new Settlements(40.0, 28.5, 12, 0, 0, new Progress(true, 1_000, 7, 0));

    private final Timeline timeline = new Timeline();

    @Test
    void hasNoFiguresForTheFirstSecond() {
        Second first = add(totals(7, 70, 90));
        assertThat(first.last()).isEqualTo(totals(0, 0, 0));
        assertThat(first.amplification()).isNull();
    }

    @Test
    void reportsWhatHappenedSinceThePreviousSecond() {
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

    /** Orders start when a page is opened, long after the application. */
    @Test
    void windowBeginsWithTheOrders() {
        IntStream.rangeClosed(0, 30).forEach(i -> add(0, totals(i, 0, 0)));
        Second first = add(totals(31, 0, 0));
        assertThat(first.window().seconds()).isZero();
        Second second = add(totals(32, 20, 20));
        assertThat(second.window()).isEqualTo(totals(1, 20, 20));
        assertThat(second.allowance()).isEqualTo(new Allowance(0.1 + 0.1 * 20, 1 + (2 + 2.1) / 20));
    }

    @Test
    void windowBeginsAgainAfterAPause() {
        add(totals(0, 0, 0));
        add(totals(1, 20, 20));
        add(0, totals(2, 30, 30));
        add(0, totals(3, 30, 30));
        add(totals(4, 30, 30));
        assertThat(add(totals(5, 50, 60)).window()).isEqualTo(totals(1, 20, 30));
    }

    /** The figures and their description only agree if they come from the same readings. */
    @Test
    void everythingIsOfTheSameReadings() {
        add(totals(0, 1_000, 1_000));
        Reading now = new Reading(
                new Totals(1, 1_000, 0, 10, 1_030, 0, List.of(1_010L, 0L)),
                latencies(7),
                BUDGET,
                new StoredCalls(5, 2, true),
                SETTLEMENTS);
        Second second = timeline.add(1_000, 20, now);
        assertThat(second.situation())
                .isEqualTo(Situation.of(20, second.budget(), second.stored(), second.window()))
                .extracting(Situation::text)
                .asString()
                .startsWith("No orders are paid. Retries add to the load");
        assertThat(second.amplification()).isEqualTo(3.0);
        assertThat(second.latency()).isEqualTo(Latency.of(latencies(7)));
        assertThat(second.stored()).isEqualTo(new StoredCalls(5, 2, true));
    }

    /** Requests are those of the last second, everything else is as it is now. */
    @Test
    void settlementsAreReportedWithTheRequestsOfTheLastSecond() {
        Progress job = new Progress(true, 1_000, 30, 0);
        assertThat(add(1, new Settlements(40.0, null, 0, 100, 20, job)).settlements())
                .isEqualTo(new Settlements(40.0, null, 0, 0, 0, job));
        Progress later = new Progress(false, 1_000, 998, 2);
        assertThat(add(2, new Settlements(null, 38.5, 12, 139, 21, later)).settlements())
                .isEqualTo(new Settlements(null, 38.5, 12, 39, 1, later));
    }

    @Test
    void latencyIsThatOfTheWindow() {
        assertThat(add(totals(0, 0, 0)).latency()).isNull();
        timeline.add(1_000, 20, new Reading(totals(1, 10, 10), latencies(10), BUDGET, STORED, SETTLEMENTS));
        IntStream.rangeClosed(2, 11)
                .forEach(i -> timeline.add(
                        1_000L * i, 20, new Reading(totals(i, 10, 10), latencies(10), BUDGET, STORED, SETTLEMENTS)));
        assertThat(timeline.seconds().get(10).latency()).isNotNull();
        assertThat(timeline.seconds().get(11).latency()).isNull();
    }

    private Second add(Totals now) {
        return add(20, now);
    }

    private Second add(int load, Totals now) {
        return timeline.add(
                (long) (1_000 * now.seconds()), load, new Reading(now, latencies(0), BUDGET, STORED, SETTLEMENTS));
    }

    private Second add(int seconds, Settlements settlements) {
        Reading now = new Reading(totals(seconds, 0, 0), latencies(0), BUDGET, STORED, settlements);
        return timeline.add(1_000L * seconds, 0, now);
    }

    private static Histogram latencies(long count) {
        return new Histogram(new TreeMap<>(Map.of(1e6, 0L, 2e6, count, Double.POSITIVE_INFINITY, count)));
    }

    private static Totals totals(double seconds, long orders, long requests) {
        return new Totals(seconds, orders, 0, 0, requests, 0, List.of(orders, 0L));
    }
}
