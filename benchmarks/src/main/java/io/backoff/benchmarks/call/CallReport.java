package io.backoff.benchmarks.call;

import static io.backoff.benchmarks.call.Contestant.NOOP_PROXY;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures each scenario in rounds, and prints a table for each scenario. In a round, all contestants run one after the
 * other, each in its own JVM. Figures are only compared within a round, where other work on the machine affects all
 * contestants alike.
 */
public final class CallReport {

    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final int ITERATIONS = 20;

    private final int rounds;

    public CallReport(int rounds) {
        this.rounds = rounds;
    }

    /** Measures all scenarios, and prints a table for each. */
    public void print() throws RunnerException {
        for (Scenario scenario : Scenario.values()) {
            print(scenario, measure(scenario));
        }
    }

    private Map<Contestant, List<Measured>> measure(Scenario scenario) throws RunnerException {
        Map<Contestant, List<Measured>> measured = new EnumMap<>(Contestant.class);
        for (int round = 0; round < rounds; round++) {
            for (RunResult result : new Runner(options(scenario)).run()) {
                Contestant contestant = Contestant.valueOf(result.getParams().getParam("contestant"));
                measured.computeIfAbsent(contestant, key -> new ArrayList<>()).add(Measured.of(result));
            }
        }
        return measured;
    }

    private static Options options(Scenario scenario) {
        // There are many short iterations, so that other work on the machine distorts only some of them, and not the
        // median.
        return new OptionsBuilder()
                .include(CallBenchmark.class.getName() + ".call")
                .param("scenario", scenario.name())
                .param(
                        "contestant",
                        Stream.of(Contestant.values()).map(Enum::name).toArray(String[]::new))
                .threads(scenario.threads)
                .forks(1)
                .warmupIterations(4)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.milliseconds(100))
                // Without these options, the system clears heap pages during the measurement, and some iterations take
                // five times as long.
                .jvmArgsAppend("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch")
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .build();
    }

    private static void print(Scenario scenario, Map<Contestant, List<Measured>> measured) {
        System.out.printf("%n### %s%n%n", scenario.title);
        System.out.println("| | ns per call | over the no-op proxy, ns | ratio | bytes |");
        System.out.println("|---|---|---|---|---|");
        List<Measured> floor = measured.get(NOOP_PROXY);
        measured.forEach((contestant, rounds) -> System.out.printf(
                "| %s | %s | %s | %s | %.0f |%n",
                contestant,
                Spread.of(rounds, rounds, (round, same) -> round.nanos).whole(),
                Spread.of(rounds, floor, (round, noop) -> round.nanos - noop.nanos)
                        .whole(),
                Spread.of(rounds, floor, (round, noop) -> round.nanos / noop.nanos)
                        .fraction(),
                rounds.get(0).bytes));
    }

    /** The figures of one JVM. */
    private record Measured(double nanos, double bytes) {

        static Measured of(RunResult result) {
            return new Measured(
                    result.getPrimaryResult().getStatistics().getPercentile(50),
                    result.getSecondaryResults().get(ALLOCATED).getStatistics().getPercentile(50));
        }
    }

    /** The median of all rounds, with the lowest and the highest value. */
    private record Spread(double median, double lowest, double highest) {

        static Spread of(List<Measured> some, List<Measured> others, ToDoubleBiFunction<Measured, Measured> compare) {
            double[] sorted = IntStream.range(0, some.size())
                    .mapToDouble(round -> compare.applyAsDouble(some.get(round), others.get(round)))
                    .sorted()
                    .toArray();
            return new Spread(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
        }

        String whole() {
            return "%,.0f (%,.0f to %,.0f)".formatted(median, lowest, highest);
        }

        String fraction() {
            return "%.2f (%.2f to %.2f)".formatted(median, lowest, highest);
        }
    }
}
