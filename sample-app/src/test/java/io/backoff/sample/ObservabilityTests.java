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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the documentation offers to import, checked as far as possible without running it. */
class ObservabilityTests {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([a-z]\\w*)");
    private static final String ALERTS = "backoff-alerts.yml";

    private final GrafanaDashboard dashboard = new GrafanaDashboard();

    @Test
    void alertRulesAreValid() {
        promtool().run(GrafanaDashboard.DIRECTORY, "check", "rules", ALERTS).assertSuccess();
    }

    @Test
    void alertsFireWhenTheyShouldAndOnlyThen() {
        promtool()
                .run(GrafanaDashboard.DIRECTORY, "test", "rules", "backoff-alerts.test.yml")
                .assertSuccess();
    }

    @Test
    void everyAlertIsTestedAndExplained() throws IOException {
        String tests = Files.readString(GrafanaDashboard.DIRECTORY.resolve("backoff-alerts.test.yml"));
        String page = Files.readString(GrafanaDashboard.DIRECTORY.resolve("README.md"));
        Pattern alert = Pattern.compile("- alert: (\\w+)");
        assertThat(alert.matcher(Files.readString(GrafanaDashboard.DIRECTORY.resolve(ALERTS)))
                        .results()
                        .map(found -> found.group(1)))
                .hasSize(6)
                .allSatisfy(name -> {
                    assertThat(tests).contains("alertname: " + name);
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
    void panelsSayWhatTheyShowAndInWhichUnit() {
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
