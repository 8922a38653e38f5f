package io.backoff.benchmarks.throttling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * All contestants in all scenarios, in virtual time.
 *
 * @param bulk outcomes in the scenarios with a limit, by scenario and contestant
 * @param alone outcomes of the quiet tenant alone, by contestant
 * @param beside outcomes of the quiet tenant beside a throttled tenant, by contestant
 * @param oneOfAThousand outcomes if one request of a thousand is rejected, by contestant
 * @param unpaced outcomes under policies without {@code pace}, by policy
 */
record Results(
        Map<Scenario, Map<String, Outcome>> bulk,
        Map<String, Outcome> alone,
        Map<String, Outcome> beside,
        Map<String, Outcome> oneOfAThousand,
        Map<String, Outcome> unpaced) {

    private static final long SEED = 1;

    /** The policies without {@code pace} that are compared. */
    private static final List<String> UNPACED =
            List.of("bulk", "bulk-from-500ms", "bulk-from-200ms", "default-no-budget", "default");

    /** Runs all scenarios, one after the other. */
    static Results run() {
        try (Experiment experiment = new Experiment(SEED)) {
            Map<Scenario, Map<String, Outcome>> bulk = new LinkedHashMap<>();
            ThrottlingExperiment.BULK.forEach(scenario -> bulk.put(scenario, all(experiment, scenario)));
            Map<String, Outcome> alone =
                    all(experiment.contestants(), contestant -> experiment.run(contestant, Scenario.QUIET_TENANT));
            Map<String, Outcome> beside = all(
                    experiment.contestants(),
                    contestant -> experiment
                            .run(contestant, List.of(Scenario.QUIET_TENANT, Scenario.THROTTLED_TENANT))
                            .get(0));
            return new Results(
                    bulk,
                    alone,
                    beside,
                    all(experiment, Scenario.ONE_OF_A_THOUSAND),
                    all(UNPACED, policy -> experiment.runPolicy(policy, Scenario.STEADY_LIMIT)));
        }
    }

    /** The tables of {@code benchmarks/results.md}. */
    List<String> tables() {
        List<String> tables = new ArrayList<>();
        bulk.values().forEach(outcomes -> tables.add(Report.contestants(outcomes)));
        tables.add(Report.unpaced(unpaced));
        tables.add(Report.tenants(alone, beside));
        tables.add(Report.oneOfAThousand(oneOfAThousand));
        return tables;
    }

    Picture picture() {
        return new Picture(changing(Scenario.CHANGING_LIMIT), changing(Scenario.CHANGING_HINTS));
    }

    private Map<String, Outcome> changing(Scenario scenario) {
        return Objects.requireNonNull(bulk.get(scenario));
    }

    /** Results of all contestants but the one with keys, because keys make no difference to a single client. */
    private static Map<String, Outcome> all(Experiment experiment, Scenario scenario) {
        List<String> contestants = experiment.contestants().stream()
                .filter(name -> !name.equals(Contestants.PACED_WITH_KEYS))
                .toList();
        return all(contestants, contestant -> experiment.run(contestant, scenario));
    }

    private static Map<String, Outcome> all(Collection<String> names, Function<String, Outcome> run) {
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        names.forEach(name -> outcomes.put(name, run.apply(name)));
        return outcomes;
    }
}
