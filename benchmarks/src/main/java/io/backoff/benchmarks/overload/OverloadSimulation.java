package io.backoff.benchmarks.overload;

import java.util.List;

/** Runs the policies of {@code overload.yml} in virtual time, at several loads: takes seconds and is reproducible. */
public final class OverloadSimulation {

    private static final List<String> POLICIES =
            List.of("no-retry", "no-budget", "long-delays", "default-budget", "budget-per-call");

    private OverloadSimulation() {}

    /** Prints a report for each load. */
    public static void main(String[] arguments) {
        for (int load : List.of(700, 900, 950)) {
            Scenario scenario = Scenario.VIRTUAL_TIME.withLoad(load);
            List<Result> results = POLICIES.stream()
                    .map(policy -> Simulation.run(scenario, policy))
                    .toList();
            System.out.printf("%d calls per second%n%n%s%n", load, new Report(results));
        }
    }
}
