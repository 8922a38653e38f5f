package io.backoff.benchmarks.throttling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Compares how bulk jobs cope with a callee that throttles: in virtual time, then over HTTP on this machine.
 *
 * <p>Prints tables in Markdown, and writes them and a picture into a directory.
 */
public final class ThrottlingExperiment {

    static final List<Duration> LATENCIES =
            LongStream.of(5, 20, 50, 100).mapToObj(Duration::ofMillis).toList();

    static final List<Scenario> BULK =
            List.of(Scenario.STEADY_LIMIT, Scenario.STEADY_HINTS, Scenario.CHANGING_LIMIT, Scenario.CHANGING_HINTS);

    private static final int SEEDS = 10;

    private ThrottlingExperiment() {}

    /**
     * Runs all scenarios.
     *
     * @param arguments the directory for {@code throttling.md} and {@code throttling.svg}; by default
     *     {@code benchmarks/target}
     */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments.length == 0 ? "benchmarks/target" : arguments[0]);
        Files.createDirectories(directory);
        Results results = Results.run();
        Files.writeString(directory.resolve("throttling.svg"), results.picture().toString());
        List<String> tables = new ArrayList<>(results.tables());
        BULK.forEach(scenario -> tables.add(Report.goals(paced(scenario))));
        System.err.println("over HTTP");
        tables.add(Report.contestants(HttpRun.all(Scenario.STEADY_LIMIT)));
        tables.add(Report.contestants(HttpRun.all(Scenario.STEADY_HINTS)));
        String report = String.join("\n", tables);
        System.out.print(report);
        Files.writeString(directory.resolve("throttling.md"), report);
    }

    /** The outcomes of the contestant with {@code pace: adaptive}: for each latency, one outcome per seed. */
    static List<List<Outcome>> paced(Scenario scenario) {
        Map<Duration, List<Outcome>> outcomes = new LinkedHashMap<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            try (Experiment experiment = new Experiment(seed)) {
                for (Duration latency : LATENCIES) {
                    outcomes.computeIfAbsent(latency, added -> new ArrayList<>())
                            .add(experiment.run(Contestants.PACED, scenario.withLatency(latency)));
                }
            }
        }
        return List.copyOf(outcomes.values());
    }
}
