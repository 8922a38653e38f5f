package io.backoff.benchmarks.overload;

import java.util.List;

/**
 * Runs the policies of {@code overload.yml} in virtual time, at several loads. It takes seconds and is reproducible.
 */
public final class OverloadSimulation {

    private static final List<String> POLICIES =
            List.of("no-retry", "no-budget", "long-delays", "default-budget", "refund", "budget-per-call");

    private OverloadSimulation() {}

    /**
     * Prints a report for each load, the last of which is beyond the capacity, and the tables of the other experiments.
     */
    public static void main(String[] arguments) {
        List.of(700, 900, 950).forEach(load -> print(Scenario.VIRTUAL_TIME.withLoad(load)));
        print(Scenario.BEYOND_CAPACITY);
        System.out.println(ThrottlingSimulation.table(ThrottlingSimulation.run()));
        System.out.println(PartialFailure.table(PartialFailure.run()));
        System.out.println(DeadlineSimulation.table(DeadlineSimulation.run()));
    }

    private static void print(Scenario scenario) {
        List<Result> results = POLICIES.stream()
                .map(policy -> Simulation.run(scenario, policy))
                .toList();
        System.out.printf("%d calls per second%n%n%s%n", scenario.callsPerSecond(), new Report(results));
    }
}
