package io.backoff.sample;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard that is published with the documentation. */
final class GrafanaDashboard {

    static final Path DIRECTORY = Path.of("..", "docs", "observability");

    private final JsonNode json = JsonMapper.shared()
            .readTree(DIRECTORY.resolve("backoff-dashboard.json").toFile());

    JsonNode json() {
        return json;
    }

    /** All panels except the row headings. */
    List<JsonNode> panels() {
        return json.path("panels")
                .valueStream()
                .filter(panel -> !panel.path("type").asString().equals("row"))
                .toList();
    }

    /** The Prometheus queries of the panels, with "All" selected. */
    Stream<Query> queries() {
        return panels().stream()
                .flatMap(panel -> panel.path("targets")
                        .valueStream()
                        .map(target -> new Query(
                                panel.path("title").asString() + " "
                                        + target.path("refId").asString(),
                                target.path("expr")
                                        .asString()
                                        .replace("$__rate_interval", "1m")
                                        .replace("$application", ".*")
                                        .replace("$instance", ".*")
                                        .replace("$policy", ".*")
                                        .replace("$method", ".*"))));
    }

    record Query(String name, String expression) {}
}
