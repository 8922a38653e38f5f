package io.backoff.benchmarks.throttling;

import static io.backoff.benchmarks.overload.Table.number;

import io.backoff.benchmarks.overload.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** Results as tables in Markdown. */
final class Report {

    private Report() {}

    /** The outcomes of one scenario, with a row for each contestant. */
    static String contestants(Map<String, Outcome> outcomes) {
        Scenario scenario = outcomes.values().iterator().next().scenario();
        Table table = new Table(
                List.of(scenario.title(), "time", "of the ideal time", "of the limit", "requests per success", "lost"));
        outcomes.forEach((contestant, outcome) -> {
            List<String> cells = new ArrayList<>(List.of(contestant));
            cells.addAll(cells(outcome));
            table.row(cells);
        });
        return table.toString();
    }

    /** The worst figures of several seeds in one scenario, with a row for each latency. */
    static String goals(List<List<Outcome>> bySeed) {
        Table table = new Table(List.of(
                bySeed.get(0).get(0).scenario().title() + ": latency",
                "longest time over the ideal",
                "lowest use of the limit",
                "most requests per success",
                "lost"));
        for (List<Outcome> seeds : bySeed) {
            table.row(List.of(
                    seeds.get(0).scenario().latency().toMillis() + " ms",
                    number("%.2f", max(seeds, Outcome::timesIdeal)),
                    number("%.3f", -max(seeds, outcome -> -outcome.used())),
                    number("%.3f", max(seeds, Outcome::requestsPerSuccess)),
                    number("%,d", seeds.stream().mapToInt(Outcome::lost).sum())));
        }
        return table.toString();
    }

    /** Calls under policies without {@code pace}, with a row for each policy. */
    static String unpaced(Map<String, Outcome> outcomes) {
        Table table = new Table(List.of("429, no pace: policy", "time", "requests per success", "succeeded", "lost"));
        outcomes.forEach((policy, outcome) -> table.row(List.of(
                "`" + policy + "`",
                number("%.1f s", outcome.seconds()),
                number("%.2f", outcome.requestsPerSuccess()),
                number("%,d", outcome.succeeded()),
                number("%,d", outcome.lost()))));
        return table.toString();
    }

    /** A quiet tenant, alone and beside a throttled tenant. */
    static String tenants(Map<String, Outcome> alone, Map<String, Outcome> beside) {
        Table table = new Table(List.of("quiet tenant", "alone", "beside a throttled one", "times as long"));
        alone.forEach((contestant, outcome) -> {
            Outcome other = Objects.requireNonNull(beside.get(contestant));
            table.row(List.of(
                    contestant,
                    number("%.1f s", outcome.seconds()),
                    number("%.1f s", other.seconds()),
                    number("%.2f", other.seconds() / outcome.seconds())));
        });
        return table.toString();
    }

    /** The effect on the other requests if one request of a thousand is throttled. */
    static String oneOfAThousand(Map<String, Outcome> outcomes) {
        Table table = new Table(List.of("one 429 of a thousand", "time", "slowest call without a 429", "lost"));
        outcomes.forEach((contestant, outcome) -> table.row(List.of(
                contestant,
                number("%.1f s", outcome.seconds()),
                millis(outcome.slowestUnthrottled()),
                number("%,d", outcome.lost()))));
        return table.toString();
    }

    private static List<String> cells(Outcome outcome) {
        return List.of(
                number("%.1f s", outcome.seconds()),
                number("%.2f", outcome.timesIdeal()),
                number("%.0f %%", 100 * outcome.used()),
                number("%.2f", outcome.requestsPerSuccess()),
                number("%,d", outcome.lost()));
    }

    private static double max(List<Outcome> outcomes, ToDoubleFunction<Outcome> figure) {
        return outcomes.stream().mapToDouble(figure).max().orElseThrow();
    }

    private static String millis(Duration duration) {
        return duration.toMillis() + " ms";
    }
}
