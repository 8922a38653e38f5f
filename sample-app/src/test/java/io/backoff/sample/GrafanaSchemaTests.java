package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Checks the dashboard against Grafana's published types. Its JSON becomes TypeScript, which is compiled: once for the
 * dashboard, and once for the options of each panel, which the dashboard's type leaves open.
 */
class GrafanaSchemaTests {

    private static final Path SOURCES = Path.of("src", "test", "grafana");
    private static final String TYPES = "'./node_modules/@grafana/schema/dist/types/raw/%s/x/types.gen'";

    @TempDir
    static Path directory;

    private static Program node;

    private final GrafanaDashboard dashboard = new GrafanaDashboard();

    @BeforeAll
    static void installSchema() throws IOException {
        node = Program.required("node", "nodejs");
        Program npm = Program.required("npm", "npm");
        for (String file : List.of("package.json", "package-lock.json", "json.ts")) {
            Files.copy(SOURCES.resolve(file), directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        Program.Result installed = npm.run(directory, "ci", "--no-audit", "--no-fund", "--ignore-scripts");
        assumeTrue(installed.exit() == 0, () -> "Skipped: npm cannot install the schema. " + installed.output());
    }

    @Test
    void dashboardIsOfTheSchema() throws IOException {
        assertThat(compile(typeScript())).isEmpty();
    }

    /** Without this, the test above proves nothing. */
    @Test
    void compilerRejectsWhatTheSchemaDoesNotKnow() throws IOException {
        String wrong = typeScript()
                .replaceFirst("\"gridPos\":", "\"gridpos\":")
                .replace("\"drawStyle\":\"line\"", "\"drawStyle\":\"lien\"");
        assertThat(compile(wrong)).contains("'\"gridpos\"' does not exist", "'\"lien\"' is not assignable");
    }

    private static String compile(String source) throws IOException {
        Files.writeString(directory.resolve("dashboard.ts"), source);
        return node.run(
                        directory,
                        "node_modules/typescript/bin/tsc",
                        "--noEmit",
                        "--strict",
                        "--skipLibCheck",
                        "--module",
                        "esnext",
                        "--moduleResolution",
                        "bundler",
                        "dashboard.ts")
                .output();
    }

    private String typeScript() {
        Stream<String> imports = Stream.concat(
                Stream.of(
                        "import type { Json } from './json';", "import type { Dashboard } from " + types("dashboard")),
                dashboard.panels().stream()
                        .map(GrafanaSchemaTests::type)
                        .collect(Collectors.toCollection(TreeSet::new))
                        .stream()
                        .map(type -> "import type * as %s from %s"
                                .formatted(type, types("composable/" + type + "/panelcfg"))));
        Stream<String> values = Stream.concat(
                Stream.of("export const dashboard: Json<Dashboard> = " + dashboard.json()),
                dashboard.panels().stream().flatMap(GrafanaSchemaTests::optionsOf));
        return Stream.concat(imports, values).collect(Collectors.joining(";\n"));
    }

    private static Stream<String> optionsOf(JsonNode panel) {
        String name = type(panel) + panel.path("id").asInt();
        Stream<String> options = Stream.of(
                "export const %s: Partial<Json<%s.Options>> = %s".formatted(name, type(panel), panel.path("options")));
        JsonNode custom = panel.at("/fieldConfig/defaults/custom");
        return custom.isMissingNode()
                ? options
                : Stream.concat(
                        options,
                        Stream.of("export const %sField: Partial<Json<%s.FieldConfig>> = %s"
                                .formatted(name, type(panel), custom)));
    }

    private static String type(JsonNode panel) {
        return panel.path("type").asString();
    }

    private static String types(String path) {
        return TYPES.formatted(path);
    }
}
