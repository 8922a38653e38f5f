package io.backoff.benchmarks.throttling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * Shows what becomes of calls in bulk that a callee throttles: in virtual time, then over HTTP on this machine.
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
        List<String> tables = new ArrayList<>();
        try (Experiment experiment = new Experiment(1)) {
            for (Scenario each : BULK) {
                tables.add(Report.contestants(all(experiment, each)));
            }
            tables.add(tenants(experiment));
            tables.add(Report.oneOfAThousand(all(experiment, Scenario.ONE_OF_A_THOUSAND)));
            Picture picture =
                    new Picture(all(experiment, Scenario.CHANGING_LIMIT), all(experiment, Scenario.CHANGING_HINTS));
            Files.writeString(directory.resolve("throttling.svg"), picture.toString());
        }
        tables.add(Report.goals(paced(SEEDS)));
        System.err.println("over HTTP");
        tables.add(Report.contestants(HttpRun.all()));
        String report = String.join("\n", tables);
        System.out.print(report);
        Files.writeString(directory.resolve("throttling.md"), report);
    }

    /** The outcomes of calls with a pace, by scenario and latency: those of all seeds. */
    static List<List<Outcome>> paced(int seeds) {
        Map<Scenario, List<Outcome>> outcomes = new LinkedHashMap<>();
        for (long seed = 1; seed <= seeds; seed++) {
            try (Experiment experiment = new Experiment(seed)) {
                for (Scenario scenario : BULK) {
                    for (Duration latency : LATENCIES) {
                        Scenario run = scenario.withLatency(latency);
                        outcomes.computeIfAbsent(run, added -> new ArrayList<>())
                                .add(experiment.run(Contestants.PACED, run));
                    }
                }
            }
        }
        return List.copyOf(outcomes.values());
    }

    private static String tenants(Experiment experiment) {
        Map<String, Outcome> alone =
                all(experiment.contestants(), contestant -> experiment.run(contestant, Scenario.QUIET_TENANT));
        Map<String, Outcome> beside = all(
                experiment.contestants(),
                contestant -> experiment
                        .run(contestant, List.of(Scenario.QUIET_TENANT, Scenario.THROTTLED_TENANT))
                        .get(0));
        return Report.tenants(alone, beside);
    }

    /** Those of all contestants but the one with keys: a single tenant has a single key. */
    private static Map<String, Outcome> all(Experiment experiment, Scenario scenario) {
        List<String> contestants = experiment.contestants().stream()
                .filter(name -> !name.equals(Contestants.PACED_WITH_KEYS))
                .toList();
        return all(contestants, contestant -> experiment.run(contestant, scenario));
    }

    private static Map<String, Outcome> all(Collection<String> contestants, Function<String, Outcome> run) {
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        contestants.forEach(contestant -> outcomes.put(contestant, run.apply(contestant)));
        return outcomes;
    }
}
