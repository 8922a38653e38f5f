package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.docs.FleetSimulation.Result;
import io.backoff.policy.BackoffPolicy;
import io.backoff.testkit.Docs;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of budgets in a fleet is what a simulation yields, and stays within the formulas of the guide. */
class FleetTests {

    private static final BackoffPolicy POLICY = Delays.policy("delay=200ms");
    private static final double RATIO = 0.1;
    private static final List<Integer> SIZES = List.of(1, 10, 100);

    @Test
    void tableIsGenerated() {
        Generated.assertParts(
                Docs.root().resolve("benchmarks/results.md"),
                name ->
                        "| instances | `burst` | `min-per-second` | retries in 1 s | in 10 s | in 60 s | attempts per call in"
                                + " the first second | over the minute | full again after |\n|---|---|---|--:|--:|--:|--:|--:|--:|\n"
                                + fleets().map(FleetTests::row).collect(Collectors.joining()));
    }

    @ParameterizedTest
    @MethodSource("fleets")
    void staysWithinTheFormulas(Fleet fleet) {
        BudgetLimits limits = fleet.limits;
        Result result = fleet.simulate();

        assertThat(List.of(1, 10, 60))
                .allSatisfy(seconds -> assertThat((double) result.retries(seconds))
                        .isLessThanOrEqualTo(fleet.instances
                                * (limits.burst()
                                        + Math.max(1, limits.minPerSecond())
                                        + limits.minPerSecond() * seconds)));
        // Calls are spread at random, so the last instance is later than the mean.
        double mean = fleet.instances * limits.burst() / (RATIO * FleetSimulation.CALLS_PER_SECOND);
        assertThat(result.secondsUntilFull()).isBetween(0.9 * mean, 2 * mean + 1);
    }

    /** Of each size, one with the defaults and one with the settings that the guide recommends. */
    static Stream<Fleet> fleets() {
        return Stream.concat(
                SIZES.stream().map(size -> new Fleet(size, POLICY.budget().limits())),
                SIZES.stream().map(size -> new Fleet(size, recommended(size))));
    }

    private static BudgetLimits recommended(int instances) {
        double callsPerSecond = (double) FleetSimulation.CALLS_PER_SECOND / instances;
        return new BudgetLimits(
                RATIO, (int) Math.round(2 * RATIO * callsPerSecond), callsPerSecond / 100, DepositOn.SUCCESS);
    }

    private static String row(Fleet fleet) {
        Result result = fleet.simulate();
        return String.format(
                Locale.ROOT,
                "| %d | %d | %s | %,d | %,d | %,d | %.2f | %.3f | %.1f s |%n",
                fleet.instances,
                fleet.limits.burst(),
                BigDecimal.valueOf(fleet.limits.minPerSecond())
                        .stripTrailingZeros()
                        .toPlainString(),
                result.retries(1),
                result.retries(10),
                result.retries(60),
                result.attemptsPerCall(1),
                result.attemptsPerCall(60),
                result.secondsUntilFull());
    }

    record Fleet(int instances, BudgetLimits limits) {

        Result simulate() {
            return FleetSimulation.run(POLICY, instances, limits);
        }
    }
}
