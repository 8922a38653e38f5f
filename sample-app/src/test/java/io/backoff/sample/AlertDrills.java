package io.backoff.sample;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Runs drills in promtool, and reads which alerts fire. */
final class AlertDrills {

    /**
     * promtool prints only unexpected samples, so the test expects none. The queries have the
     * first and the last second in which each alert fires, and how often it begins to.
     */
    private static final String TEST = """
              - interval: %1$ds
                input_series:
            %2$s
                promql_expr_test:
                  - expr: >-
                      min by (of, job, alertname, instance) (label_replace(
                        min_over_time(timestamp(ALERTS{alertstate="firing"})[%3$ds:1m]), "of", "first", "", ""))
                    eval_time: %3$ds
                  - expr: >-
                      max by (of, job, alertname, instance) (label_replace(
                        max_over_time(timestamp(ALERTS{alertstate="firing"})[%3$ds:1m]), "of", "last", "", ""))
                    eval_time: %3$ds
                  - expr: >-
                      sum by (of, job, alertname, instance) (label_replace(
                        count_over_time((
                          ALERTS{alertstate="firing"} unless ALERTS{alertstate="firing"} offset 1m)[%3$ds:1m]),
                        "of", "times", "", ""))
                    eval_time: %3$ds
            """;

    private static final Pattern SAMPLE = Pattern.compile("\\{([^}]*)} ([-+.\\dE]+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    private static final int MANY = 200;

    private AlertDrills() {}

    /** Runs drills beside each other, and returns the alerts of each. */
    static Map<AlertDrill, List<Alert>> run(Path rules, Path directory, List<AlertDrill> drills) throws IOException {
        String tests =
                drills.stream()
                        .collect(Collectors.groupingBy(AlertDrills::group, TreeMap::new, toList()))
                        .values()
                        .stream()
                        .map(AlertDrills::test)
                        .collect(Collectors.joining());
        Files.writeString(
                directory.resolve("drills.test.yml"),
                "rule_files: [ '%s' ]\nevaluation_interval: 1m\ntests:\n%s".formatted(rules.toRealPath(), tests));
        String output = Program.required("promtool", "prometheus")
                .run(directory, "test", "rules", "drills.test.yml")
                .output();
        List<Sample> samples =
                SAMPLE.matcher(output).results().map(AlertDrills::sample).toList();
        assertThat(samples).as(output).isNotEmpty();
        return drills.stream().collect(toMap(identity(), drill -> alerts(drill, samples)));
    }

    /** One promtool test runs several drills, which saves time. A drill with many instances has its own test: promtool limits the samples. */
    private static String group(AlertDrill drill) {
        return drill.series().interval() + (drill.series().size() < MANY ? "" : drill.job());
    }

    private static String test(List<AlertDrill> drills) {
        return TEST.formatted(
                drills.get(0).series().interval(),
                drills.stream()
                        .map(each -> each.series().input())
                        .collect(Collectors.joining())
                        .stripTrailing(),
                drills.stream().mapToInt(AlertDrill::end).max().orElseThrow());
    }

    private static List<Alert> alerts(AlertDrill drill, List<Sample> samples) {
        return samples.stream()
                .filter(each -> each.is("first", drill) && each.value <= drill.end())
                .map(first -> new Alert(
                        first.label("alertname"),
                        first.label("instance"),
                        (first.value - drill.onset()) / AlertDrill.MINUTE,
                        (int) other("times", drill, first, samples),
                        other("last", drill, first, samples) > drill.end() - 2 * AlertDrill.MINUTE))
                .sorted(Comparator.comparing(Alert::name))
                .toList();
    }

    private static double other(String of, AlertDrill drill, Sample first, List<Sample> samples) {
        return samples.stream()
                .filter(each -> each.is(of, drill)
                        && each.label("alertname").equals(first.label("alertname"))
                        && each.label("instance").equals(first.label("instance")))
                .mapToDouble(Sample::value)
                .findFirst()
                .orElseThrow();
    }

    private static Sample sample(MatchResult found) {
        Map<String, String> labels = LABEL.matcher(found.group(1))
                .results()
                .collect(toMap(label -> label.group(1), label -> label.group(2)));
        return new Sample(labels, Double.parseDouble(found.group(2)));
    }

    /**
     * An alert that fired.
     *
     * @param minutes from the beginning of the trouble until it fired
     * @param times how often it began to fire
     * @param toTheEnd whether it still fired at the end of the drill
     */
    record Alert(String name, String instance, double minutes, int times, boolean toTheEnd) {}

    private record Sample(Map<String, String> labels, double value) {

        boolean is(String of, AlertDrill drill) {
            return label("of").equals(of) && label("job").equals(drill.job());
        }

        String label(String name) {
            return labels.getOrDefault(name, "");
        }
    }
}
