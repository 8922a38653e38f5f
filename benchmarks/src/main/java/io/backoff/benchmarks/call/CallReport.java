package io.backoff.benchmarks.call;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures the scenarios, and prints a table for each. */
public final class CallReport {

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private final Effort effort;

    public CallReport(Effort effort) {
        this.effort = effort;
    }

    /** How long it takes. */
    public enum Effort {
        /** Six minutes. */
        QUICK(1, 3, 20),
        /** Twenty-five minutes. */
        FULL(5, 5, 50);

        private final int forks;
        private final int forksOfShortCalls;
        private final int iterations;

        Effort(int forks, int forksOfShortCalls, int iterations) {
            this.forks = forks;
            this.forksOfShortCalls = forksOfShortCalls;
            this.iterations = iterations;
        }

        // What the compiler makes of a call differs by some nanoseconds from one JVM to the next.
        private int forks(Scenario scenario) {
            return scenario.setting.failures().equals("none") && !scenario.setting.polluted()
                    ? forksOfShortCalls
                    : forks;
        }
    }

    public void print() throws RunnerException {
        for (Scenario each : Scenario.values()) {
            System.out.printf("%n### %s%n%n", each.title);
            System.out.println("| | ns per call | slowest JVM | ratio | bytes per call |");
            System.out.println("|---|---|---|---|---|");
            print(each, new Runner(options(each)).run());
        }
    }

    private Options options(Scenario scenario) {
        String[] names = scenario.contestants.stream().map(Enum::name).toArray(String[]::new);
        // Many short iterations: what else runs on the machine then spoils some of them, and not the median.
        return new OptionsBuilder()
                .include(CallBenchmark.class.getName() + ".call")
                .param("contestant", names)
                .param("failures", scenario.setting.failures())
                .param("polluted", Boolean.toString(scenario.setting.polluted()))
                .threads(scenario.setting.threads())
                .forks(effort.forks(scenario))
                .warmupIterations(4)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(effort.iterations)
                .measurementTime(TimeValue.milliseconds(100))
                // Else the system clears pages of the heap meanwhile, which makes some iterations five times as long.
                .jvmArgsAppend("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch")
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .build();
    }

    private static void print(Scenario scenario, Collection<RunResult> results) {
        Map<Contestant, RunResult> byContestant = new TreeMap<>();
        results.forEach(each -> byContestant.put(contestant(each.getParams()), each));
        double floor = quickest(byContestant.get(scenario.contestants.get(0)));
        byContestant.forEach((contestant, result) -> System.out.printf(
                "| %s | %.1f | %.1f | %.2f | %.0f |%n",
                contestant,
                quickest(result),
                medians(result).max().orElseThrow(),
                quickest(result) / floor,
                result.getSecondaryResults().get(ALLOCATED).getStatistics().getPercentile(50)));
    }

    private static Contestant contestant(BenchmarkParams parameters) {
        return Contestant.valueOf(parameters.getParam("contestant"));
    }

    // What others do on the machine makes a JVM slower, and never quicker.
    private static double quickest(RunResult result) {
        return medians(result).min().orElseThrow();
    }

    private static DoubleStream medians(RunResult result) {
        return result.getBenchmarkResults().stream().mapToDouble(CallReport::median);
    }

    private static double median(BenchmarkResult fork) {
        double[] scores = fork.getIterationResults().stream()
                .map(IterationResult::getPrimaryResult)
                .mapToDouble(result -> result.getScore())
                .sorted()
                .toArray();
        return scores[scores.length / 2];
    }
}
