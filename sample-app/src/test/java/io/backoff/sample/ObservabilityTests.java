package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.sample.GrafanaDashboard.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the files that the documentation offers to import, as far as possible without running them. */
class ObservabilityTests {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([a-z]\\w*)");
    private static final String ALERTS = "backoff-alerts.yml";

    private final GrafanaDashboard dashboard = new GrafanaDashboard();

    @Test
    void alertRulesAreValid() {
        promtool().run(GrafanaDashboard.DIRECTORY, "check", "rules", ALERTS).assertSuccess();
    }

    @ParameterizedTest
    @MethodSource("alertTests")
    void alertsFireWhenTheyShouldAndOnlyThen(String file) {
        promtool().run(GrafanaDashboard.DIRECTORY, "test", "rules", file).assertSuccess();
    }

    static List<String> alertTests() throws IOException {
        try (Stream<Path> files = Files.list(GrafanaDashboard.DIRECTORY)) {
            return files.map(each -> each.getFileName().toString())
                    .filter(each -> each.endsWith(".test.yml"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void exampleForAlertmanagerIsValid() {
        Program.required("amtool", "prometheus-alertmanager")
                .run(GrafanaDashboard.DIRECTORY, "check-config", "alertmanager.yml")
                .assertSuccess();
    }

    /** Alertmanager accepts a misspelt name as an alert that never fires. */
    @Test
    void exampleForAlertmanagerNamesAlertsThatExist() throws IOException {
        String alerts = Files.readString(GrafanaDashboard.DIRECTORY.resolve(ALERTS));
        String example = Files.readString(GrafanaDashboard.DIRECTORY.resolve("alertmanager.yml"));
        assertThat(Pattern.compile("severity = \"(\\w+)\", alertname =~? \"([^\"]+)\"")
                        .matcher(example)
                        .results())
                .hasSize(4)
                .allSatisfy(found -> assertThat(alerts)
                        .containsPattern("- alert: %s\n(?s:(?!- alert).)*severity: %s"
                                .formatted(found.group(2), found.group(1))));
    }

    @Test
    void everyAlertIsTestedAndExplained() throws IOException {
        StringBuilder tests = new StringBuilder();
        for (AlertCase each : AlertCase.values()) {
            tests.append(each.alerts()).append(' ');
        }
        for (String file : alertTests()) {
            tests.append(Files.readString(GrafanaDashboard.DIRECTORY.resolve(file)));
        }
        String page = Files.readString(GrafanaDashboard.DIRECTORY.resolveSibling("metrics.md"));
        Pattern alert = Pattern.compile("- alert: (\\w+)");
        assertThat(alert.matcher(Files.readString(GrafanaDashboard.DIRECTORY.resolve(ALERTS)))
                        .results()
                        .map(found -> found.group(1)))
                .hasSize(18)
                .allSatisfy(name -> {
                    assertThat(tests).containsPattern("\\b" + name + "\\b");
                    assertThat(page).contains("`" + name + "`");
                });
    }

    @Test
    void expressionsOfThePanelsAreValid(@TempDir Path directory) throws IOException {
        List<Query> queries = dashboard.queries().toList();
        String rules = IntStream.range(0, queries.size())
                .mapToObj(i -> "  { record: panel:%d, expr: '%s' }"
                        .formatted(i, queries.get(i).expression()))
                .collect(Collectors.joining(",\n", "groups: [{ name: panels, rules: [\n", "] }]\n"));
        Files.writeString(directory.resolve("panels.yml"), rules);
        Program.Result result = promtool().run(directory, "check", "rules", "panels.yml");
        result.assertSuccess();
        assertThat(result.output()).contains("SUCCESS: " + queries.size() + " rules found");
    }

    @Test
    void panelsHaveADescriptionAndAUnit() {
        assertThat(dashboard.panels()).isNotEmpty().allSatisfy(panel -> {
            assertThat(panel.path("description").asString()).endsWith(".");
            assertThat(panel.at("/fieldConfig/defaults/unit").asString()).isNotEmpty();
            assertThat(panel.at("/datasource/uid").asString()).isEqualTo("${datasource}");
        });
        assertThat(dashboard
                        .json()
                        .path("panels")
                        .valueStream()
                        .map(panel -> panel.path("id").asInt()))
                .doesNotHaveDuplicates();
    }

    @Test
    void panelsUseNoVariableThatIsMissing() {
        List<String> known = dashboard
                .json()
                .at("/templating/list")
                .valueStream()
                .map(variable -> variable.path("name").asString())
                .toList();
        assertThat(VARIABLE.matcher(dashboard.json().toString()).results().map(found -> found.group(1)))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(known).contains(name));
    }

    private static Program promtool() {
        return Program.required("promtool", "prometheus");
    }
}
