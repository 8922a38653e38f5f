package io.backoff.benchmarks.overload;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** A steady rate of calls. Their attempts fail at random, independently of the load and of each other. */
final class PartialFailure {

    private static final int CALLS_PER_SECOND = 100;

    private final Variant variant;
    private final double share;
    private final RandomGenerator chance;
    private final long deniedBefore;
    private long calls;
    private long attempts;
    private long succeeded;
    private long recovered;

    private PartialFailure(Variant variant, int percent) {
        this.variant = variant;
        this.share = percent / 100.0;
        this.chance = new SplittableRandom(percent);
        this.deniedBefore = variant.denied();
    }

    /** Runs policies of {@code overload.yml} in virtual time, for several shares of failures. */
    static List<Row> run() {
        try (Simulation simulation = new Simulation(1)) {
            return Stream.of(5, 10, 20, 30, 100)
                    .map(percent -> new Row(
                            percent,
                            run(simulation, "three-attempts-default-budget", percent),
                            run(simulation, "three-attempts-refund", percent),
                            run(simulation, "three-attempts-no-budget", percent)))
                    .toList();
        }
    }

    /** Runs one policy, whose budget is full at the beginning. */
    private static Totals run(Simulation simulation, String policy, int percent) {
        Variant variant = simulation.variant(policy);
        variant.budget().refill();
        PartialFailure run = new PartialFailure(variant, percent);
        Scenario steady = new Scenario(CALLS_PER_SECOND, 0, 0, 0, seconds(percent), 1);
        new Load(steady, simulation.time(), run::call, () -> {}).run();
        simulation.time().run();
        return new Totals(run.calls, run.attempts, run.succeeded, run.recovered, variant.denied() - run.deniedBefore);
    }

    /** The duration of a run: five minutes, or one minute if all attempts fail. */
    static int seconds(int percent) {
        return percent == 100 ? 60 : 300;
    }

    private void call() {
        calls++;
        int[] made = {0};
        variant.caller().call(() -> attempt(made)).thenRun(() -> {
            succeeded++;
            recovered += made[0] > 1 ? 1 : 0;
        });
    }

    private CompletableFuture<String> attempt(int[] made) {
        made[0]++;
        attempts++;
        return chance.nextDouble() < share
                ? CompletableFuture.failedFuture(new NoAnswer("Bad luck"))
                : CompletableFuture.completedFuture("done");
    }

    /** Formats results as a table in Markdown. */
    static String table(List<Row> results) {
        Table table = new Table(List.of(
                "attempts that fail",
                "success: default budget",
                "refund",
                "no budget",
                "attempts per call: default budget",
                "refund",
                "no budget",
                "denied: default budget",
                "refund"));
        results.forEach(result -> table.row(result.cells()));
        return table.toString();
    }

    /** The results of all policies. */
    record Row(int percent, Totals defaultBudget, Totals refund, Totals noBudget) {

        private List<String> cells() {
            return List.of(
                    percent + " %",
                    percent("%.2f", defaultBudget.success()),
                    percent("%.2f", refund.success()),
                    percent("%.2f", noBudget.success()),
                    Table.number("%.2f", defaultBudget.amplification()),
                    Table.number("%.2f", refund.amplification()),
                    Table.number("%.2f", noBudget.amplification()),
                    percent("%.1f", defaultBudget.deniedShare()),
                    percent("%.1f", refund.deniedShare()));
        }

        private static String percent(String format, double share) {
            return Table.number(format + " %%", 100 * share);
        }
    }

    /**
     * Counts of a run.
     *
     * @param succeeded calls that succeeded
     * @param recovered calls that succeeded, but not in their first attempt
     * @param denied calls that failed because the budget denied a retry
     */
    record Totals(long calls, long attempts, long succeeded, long recovered, long denied) {

        double success() {
            return succeeded / (double) calls;
        }

        double amplification() {
            return attempts / (double) calls;
        }

        double deniedShare() {
            return denied / (double) calls;
        }

        long retries() {
            return attempts - calls;
        }
    }
}
