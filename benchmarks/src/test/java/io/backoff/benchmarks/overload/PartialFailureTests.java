package io.backoff.benchmarks.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.backoff.benchmarks.overload.PartialFailure.Row;
import io.backoff.benchmarks.overload.PartialFailure.Totals;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests, in virtual time, what a budget does while some attempts fail, with and without refunds. */
class PartialFailureTests {

    private static final List<Row> RESULTS = PartialFailure.run();

    private static final double RATIO = 0.1;
    private static final int BURST = 20;
    private static final double MIN_PER_SECOND = 0.1;

    @Test
    void pageShowsTheTable() throws IOException {
        Page.assertShows(PartialFailure.table(RESULTS));
    }

    /** A second attempt has probability p, a third one p^2, and p^3 that all of them fail. */
    @ParameterizedTest
    @FieldSource("RESULTS")
    void agreesWithTheArithmeticWhileNothingIsDenied(Row row) {
        double p = row.percent() / 100.0;

        assertThat(all(row).filter(each -> each.denied() == 0))
                .contains(row.noBudget())
                .allSatisfy(each -> {
                    assertThat(each.success()).isCloseTo(1 - p * p * p, within(0.003));
                    assertThat(each.amplification()).isCloseTo(1 + p + p * p, within(0.015));
                });
    }

    /** Calls withdraw p + p^2 and deposit 0.1 (1 - p^3), equal at p = 0.092. */
    @Test
    void deniesRetriesFromNinePercentOn() {
        assertThat(RESULTS)
                .extracting(each -> each.defaultBudget().deniedShare() > 0.001)
                .containsExactly(false, true, true, true, true);
    }

    /** Calls withdraw p^2 + p^3 for good, equal at p = 0.277. */
    @Test
    void deniesRetriesOnlyWhenMoreThanAQuarterFailsWithRefund() {
        assertThat(RESULTS)
                .extracting(each -> each.refund().deniedShare() > 0.001)
                .containsExactly(false, false, false, true, true);
    }

    @ParameterizedTest
    @FieldSource("RESULTS")
    void boundsAllRetriesWithoutRefund(Row row) {
        assertBounded(row, row.defaultBudget(), row.defaultBudget().retries());
    }

    @ParameterizedTest
    @FieldSource("RESULTS")
    void boundsTheRetriesThatFailWithRefund(Row row) {
        assertBounded(row, row.refund(), row.refund().retries() - row.refund().recovered());
    }

    /** If retries are denied, nearly all earned tokens have been spent. */
    private static void assertBounded(Row row, Totals totals, long retries) {
        double bound = BURST + RATIO * totals.succeeded() + 1 + MIN_PER_SECOND * PartialFailure.seconds(row.percent());

        assertThat((double) retries).isBetween(totals.denied() > 0 ? 0.95 * bound : 0, bound);
    }

    /** The bound is the same, and the reserve may be due at slightly different times. */
    @Test
    void refundIsNoneInAnOutage() {
        Row outage = RESULTS.get(RESULTS.size() - 1);

        assertThat(outage.percent()).isEqualTo(100);
        assertThat(outage.refund().retries())
                .isCloseTo(outage.defaultBudget().retries(), within(1L))
                .isBetween(20L, 27L);
    }

    private static Stream<Totals> all(Row row) {
        return Stream.of(row.defaultBudget(), row.refund(), row.noBudget());
    }
}
