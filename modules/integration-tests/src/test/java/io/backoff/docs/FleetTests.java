package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.docs.FleetSimulation.Result;
import io.backoff.policy.BackoffPolicy;
import io.backoff.testkit.Docs;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of budgets in a fleet agrees with a simulation of the fleet and with the formulas of the page. */
class FleetTests {

    private static final Path PAGE = Docs.GUIDE.resolve("budgets.md");
    private static final BackoffPolicy POLICY = Delays.policy("delay=200ms");
    private static final double RATIO = 0.1;

    @ParameterizedTest
    @MethodSource("rows")
    void tableIsThatOfTheSimulation(List<String> row) {
        Result result = run(row);

        assertThat(row)
                .isEqualTo(List.of(
                        row.get(0),
                        row.get(1),
                        row.get(2),
                        String.format(Locale.ROOT, "%,d", result.retries(1)),
                        String.format(Locale.ROOT, "%,d", result.retries(10)),
                        String.format(Locale.ROOT, "%,d", result.retries(60)),
                        String.format(Locale.ROOT, "%.2f", result.attemptsPerCall(1)),
                        String.format(Locale.ROOT, "%.3f", result.attemptsPerCall(60)),
                        String.format(Locale.ROOT, "%.1f s", result.secondsUntilFull())));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void simulationStaysWithinTheFormula(List<String> row) {
        int instances = Integer.parseInt(row.get(0));
        BudgetLimits limits = limits(row);
        double atOnce = limits.burst() + Math.max(1, limits.minPerSecond());

        Result result = run(row);

        assertThat(List.of(1, 10, 60))
                .allSatisfy(seconds -> assertThat((double) result.retries(seconds))
                        .isLessThanOrEqualTo(instances * (atOnce + limits.minPerSecond() * seconds)));
        // Calls are spread at random, so the last instance is later than the mean.
        double mean = instances * limits.burst() / (RATIO * FleetSimulation.CALLS_PER_SECOND);
        assertThat(result.secondsUntilFull()).isBetween(0.9 * mean, 2 * mean + 1);
    }

    @Test
    void tableHasDefaultsAndRecommendationForEachSize() {
        List<List<String>> rows = rows().toList();

        assertThat(rows).extracting(row -> row.get(0)).containsExactly("1", "10", "100", "1", "10", "100");
        assertThat(rows.subList(0, 3))
                .allSatisfy(
                        row -> assertThat(limits(row)).isEqualTo(POLICY.budget().limits()));
        assertThat(rows.subList(3, 6)).allSatisfy(row -> {
            double callsPerSecond = (double) FleetSimulation.CALLS_PER_SECOND / Integer.parseInt(row.get(0));
            assertThat(limits(row).burst()).isEqualTo((int) Math.round(2 * RATIO * callsPerSecond));
            assertThat(limits(row).minPerSecond()).isEqualTo(callsPerSecond / 100);
        });
    }

    @Test
    void isTheSameEveryTime() {
        List<String> row = rows().toList().get(2);

        assertThat(run(row).retriesInSecond()).isEqualTo(run(row).retriesInSecond());
    }

    static Stream<List<String>> rows() {
        return Docs.table(PAGE, "instances").rows().stream();
    }

    private static Result run(List<String> row) {
        return FleetSimulation.run(POLICY, Integer.parseInt(row.get(0)), limits(row));
    }

    private static BudgetLimits limits(List<String> row) {
        return new BudgetLimits(
                RATIO, Integer.parseInt(row.get(1)), new BigDecimal(row.get(2)).doubleValue(), DepositOn.SUCCESS);
    }
}
