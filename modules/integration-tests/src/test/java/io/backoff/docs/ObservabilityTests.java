package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Docs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard and the alerts read series, labels and values that an application has. */
class ObservabilityTests {

    private static final Path DIRECTORY = Docs.GUIDE.resolve("observability");
    private static final Map<String, Map<String, Set<String>>> SERIES = PrometheusSeries.scrape();
    /** Labels that Prometheus adds when it scrapes, or that a common tag or Kubernetes may add. */
    private static final Set<String> SCRAPED = Set.of("job", "instance", "application", "namespace");

    private static final Pattern SELECTOR = Pattern.compile("(?<![\\w:])(backoff_\\w+)(?![\\w:])(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)(?:=~|!~|!=|=)\"([^\"]*)\"");
    private static final Pattern GROUPING =
            Pattern.compile("by \\(([^)]*)\\)\\s*\\((?:\\w+\\()?(backoff_\\w+)(?=[{\\[)\\s])");

    @ParameterizedTest
    @MethodSource("expressions")
    void readSeriesThatExist(Expression expression) {
        assertThat(expression.selectors()).allSatisfy(each -> assertThat(SERIES).containsKey(each.series()));
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void matchLabelsAndValuesThatExist(Expression expression) {
        assertThat(expression.selectors()).allSatisfy(selector -> {
            Map<String, Set<String>> labels = SERIES.getOrDefault(selector.series(), Map.of());
            MATCHER.matcher(selector.matchers()).results().forEach(matcher -> {
                if (!SCRAPED.contains(matcher.group(1))) {
                    assertThat(labels).containsKey(matcher.group(1));
                }
                if (!matcher.group(2).isEmpty() && !matcher.group(2).startsWith("$")) {
                    assertThat(labels.get(matcher.group(1)))
                            .contains(matcher.group(2).split("\\|"));
                }
            });
        });
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void groupByLabelsThatExist(Expression expression) {
        assertThat(GROUPING.matcher(expression.text()).results())
                .allSatisfy(found -> assertThat(
                                Arrays.stream(found.group(1).split(", ")).filter(label -> !SCRAPED.contains(label)))
                        .isSubsetOf(
                                SERIES.getOrDefault(found.group(2), Map.of()).keySet()));
    }

    @Test
    void panelsFollowWhatIsChosen() {
        assertThat(panels().flatMap(each -> each.selectors().stream()))
                .isNotEmpty()
                .allSatisfy(selector -> {
                    assertThat(selector.matchers()).contains("job=~\"$application\"", "instance=~\"$instance\"");
                    SERIES.get(selector.series()).keySet().stream()
                            .filter(Set.of("policy", "method")::contains)
                            .forEach(label ->
                                    assertThat(selector.matchers()).contains("%1$s=~\"$%1$s\"".formatted(label)));
                });
    }

    @Test
    void commentsNameThePagesThatExplainTheAlerts() throws IOException {
        String rules = Files.readString(DIRECTORY.resolve("backoff-alerts.yml"));
        assertThat(Pattern.compile("[\\w/.-]+\\.md\\b").matcher(rules).results().map(MatchResult::group))
                .isNotEmpty()
                .allSatisfy(
                        page -> assertThat(Docs.root().resolve(page)).content().contains("`BackoffCallsFailing`"));
    }

    static Stream<Expression> expressions() throws IOException {
        return Stream.concat(alerts(), panels());
    }

    private static Stream<Expression> alerts() throws IOException {
        String rules = Files.readString(DIRECTORY.resolve("backoff-alerts.yml"));
        return Pattern.compile(
                        "(?:alert|record): (\\S+)\\s+expr: ((?s:.*?))\\n(?:        for|        keep|        labels|      #|      -|\\n)")
                .matcher(rules)
                .results()
                .map(found -> new Expression(found.group(1), found.group(2)));
    }

    private static Stream<Expression> panels() {
        JsonNode dashboard = JsonMapper.shared()
                .readTree(DIRECTORY.resolve("backoff-dashboard.json").toFile());
        return dashboard
                .path("panels")
                .valueStream()
                .flatMap(panel -> panel.path("targets")
                        .valueStream()
                        .map(target -> new Expression(
                                panel.path("title").asString(),
                                target.path("expr").asString())));
    }

    @Test
    void allAreLookedAt() throws IOException {
        String rules = Files.readString(DIRECTORY.resolve("backoff-alerts.yml"));

        assertThat(alerts()).hasSize(rules.split("expr:").length - 1);
        assertThat(panels()).hasSizeGreaterThan(40);
    }

    record Expression(String name, String text) {

        List<Selector> selectors() {
            List<Selector> selectors = new ArrayList<>();
            SELECTOR.matcher(text)
                    .results()
                    .forEach(found ->
                            selectors.add(new Selector(found.group(1), found.group(2) == null ? "" : found.group(2))));
            return selectors;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    record Selector(String series, String matchers) {}
}
