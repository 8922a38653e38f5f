package io.backoff.benchmarks.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests, in virtual time, what a budget promises to a service that stalls for a second. */
class OverloadTests {

    private static final double RATIO = 0.1;
    private static final int BURST = 20;
    private static final double MIN_PER_SECOND = 0.1;

    // Clients wait long enough for a queue of 100. This one is filled by the stall, and the remaining capacity drains
    // it in time.
    private static final Scenario NEAR_CAPACITY =
            Scenario.VIRTUAL_TIME.withLoad(950).withQueue(200);

    // This queue is not drained in time: (500 - 100) requests / (1000 - 950) requests per second.
    private static final Scenario NEAR_CAPACITY_WITH_LONG_QUEUE = Scenario.VIRTUAL_TIME.withLoad(950);

    private static final Map<List<?>, Result> RESULTS = new HashMap<>();

    @Test
    void isPictured() throws IOException {
        String drawn = new Chart(Stream.of("no-retry", "no-budget", "default-budget")
                        .map(policy -> run(Scenario.VIRTUAL_TIME, policy))
                        .toList())
                .toString();
        Path folder = Path.of(System.getProperty("basedir", "."));
        Path output = Files.writeString(folder.resolve("target/outage.svg"), drawn);
        Path picture = folder.resolve("../docs/images/outage.svg");
        assertThat(picture)
                .withFailMessage("%s is not what is drawn now: copy %s over it", picture, output)
                .exists()
                .hasContent(drawn);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void staysDownWithoutBudget(Scenario scenario) {
        Result result = run(scenario, "no-budget");

        assertThat(result.finalGoodput()).isLessThan(0.05 * result.baseline());
        assertThat(result.recovery()).isEmpty();
    }

    @Test
    void staysDownWithoutBudgetHoweverLongTheDelays() {
        Result result = run(Scenario.VIRTUAL_TIME, "long-delays");

        assertThat(result.finalGoodput()).isLessThan(0.05 * result.baseline());
        assertThat(result.finalAmplification()).isGreaterThan(3.5);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void isBackWithinThreeSecondsWithDefaultBudget(Scenario scenario) {
        Result result = run(scenario, "default-budget");

        assertThat(recovery(result)).isLessThanOrEqualTo(3);
        assertThat(result.finalGoodput()).isGreaterThan(0.9 * result.baseline());
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void getsFewRetriesWithDefaultBudget(Scenario scenario) {
        Result result = run(scenario, "default-budget");

        int load = scenario.callsPerSecond();
        assertThat(result.finalAmplification()).isLessThanOrEqualTo(1 + RATIO + MIN_PER_SECOND / load + 0.02);
        double succeeded =
                result.seconds().stream().mapToLong(Second::succeeded).sum();
        assertThat(result.retries())
                .isBetween(
                        (long) BURST, Math.round(BURST + RATIO * succeeded + 1 + MIN_PER_SECOND * scenario.seconds()));
        assertThat(result.totals().denied()).isPositive();
    }

    static Stream<Scenario> scenarios() {
        return Stream.of(Scenario.VIRTUAL_TIME, NEAR_CAPACITY);
    }

    @Test
    void isBackWhenTheQueueAllowsIt() {
        int withoutRetries = recovery(run(NEAR_CAPACITY_WITH_LONG_QUEUE, "no-retry"));
        int withBudget = recovery(run(NEAR_CAPACITY_WITH_LONG_QUEUE, "default-budget"));

        assertThat(withoutRetries).isGreaterThan(3);
        assertThat(withBudget).isBetween(withoutRetries, withoutRetries + 2);
    }

    /**
     * A single run may take some seconds longer: if little capacity is left, the retries that successes earn use some
     * of it.
     */
    @Test
    void isMostlyBackAsSoonAsWithoutRetries() {
        assertThat(medianRecovery("default-budget")).isLessThanOrEqualTo(medianRecovery("no-retry") + 1);
    }

    private static int medianRecovery(String policy) {
        int[] sorted = IntStream.rangeClosed(1, 3)
                .map(seed -> recovery(run(NEAR_CAPACITY.withSeed(seed), policy)))
                .sorted()
                .toArray();
        return sorted[1];
    }

    @Test
    void staysDownNearCapacityWhenFailedCallsEarnRetries() {
        Result result = run(NEAR_CAPACITY, "budget-per-call");

        assertThat(result.finalGoodput()).isLessThan(0.05 * result.baseline());
        assertThat(result.finalAmplification()).isBetween(1 + RATIO - 0.01, 1 + RATIO + 0.01);
    }

    @Test
    void isBackAsSoonWithRefund() {
        Result withRefund = run(Scenario.VIRTUAL_TIME, "refund");

        assertThat(withRefund.recovery())
                .isEqualTo(run(Scenario.VIRTUAL_TIME, "default-budget").recovery());
    }

    /** A retry that succeeds here displaces another call. */
    @Test
    void getsRetriesThatSaveNoCallsBeyondCapacityWithRefund() {
        Result withRefund = run(Scenario.BEYOND_CAPACITY, "refund");
        Result withoutRefund = run(Scenario.BEYOND_CAPACITY, "default-budget");

        assertThat(withoutRefund.meanAmplification()).isLessThan(1 + RATIO);
        assertThat(withRefund.meanAmplification()).isBetween(1.15, 1.25);
        assertThat(withRefund.totals().lost()).isCloseTo(withoutRefund.totals().lost(), withinPercentage(1));
    }

    @Test
    void isTheSameEveryTime() {
        Result again = Simulation.run(NEAR_CAPACITY, "default-budget");

        assertThat(again).isEqualTo(run(NEAR_CAPACITY, "default-budget"));
    }

    /** Runs a simulation, or returns the result of an earlier run, which would be the same. */
    private static Result run(Scenario scenario, String policy) {
        return RESULTS.computeIfAbsent(List.of(scenario, policy), same -> Simulation.run(scenario, policy));
    }

    private static int recovery(Result result) {
        return result.recovery().orElse(Integer.MAX_VALUE);
    }
}
