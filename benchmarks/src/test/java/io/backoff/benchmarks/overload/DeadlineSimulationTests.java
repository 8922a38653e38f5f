package io.backoff.benchmarks.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.benchmarks.overload.DeadlineSimulation.Row;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests, in virtual time, what deadlines save when a server stalls, and what they do not. */
class DeadlineSimulationTests {

    private static final List<Row> RESULTS = DeadlineSimulation.run();

    @Test
    void pageShowsTheTable() throws IOException {
        Page.assertShows(DeadlineSimulation.table(RESULTS));
    }

    @Test
    void areOfNoUseIfRequestsWaitInFront() {
        assertThat(rows("deadlines, queue in front"))
                .hasSize(2)
                .allMatch(row -> row.usual().totals().useless() > 0.15)
                .map(row -> row.usual().recovery())
                .containsExactlyElementsOf(
                        rows("no deadlines").map(row -> row.usual().recovery()).toList());
    }

    @Test
    void saveTheWorkForNobodyIfRequestsWaitInside() {
        assertThat(rows("no deadlines")).allMatch(row -> row.usual().totals().useless() > 0.15);
        assertThat(rows("deadlines, queue inside"))
                .hasSize(2)
                .allMatch(row -> row.usual().totals().useless() < 0.01)
                .allMatch(row -> row.usual().recovery().orElseThrow() == 0)
                .allMatch(row -> row.nearCapacity().recovery().orElseThrow() == 0);
    }

    /** The queue serves the request that has waited longest, which has the least time left. */
    @Test
    void comeTooLateBeyondCapacityUnlessTheWorkFits() {
        assertThat(rows("deadlines, queue inside"))
                .hasSize(2)
                .allMatch(row -> row.beyondCapacity().totals().useless() > 0.8);
        assertThat(rows("the same, and it checks `remaining()`"))
                .hasSize(2)
                .allMatch(row -> row.beyondCapacity().totals().useless() < 0.01)
                .allMatch(row -> row.beyondCapacity().finalGoodput() > 990);
    }

    private static Stream<Row> rows(String server) {
        return RESULTS.stream().filter(row -> row.server().equals(server));
    }
}
