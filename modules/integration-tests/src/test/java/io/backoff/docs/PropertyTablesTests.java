package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.Backoff;
import io.backoff.redelivery.Redeliver;
import io.backoff.testkit.Docs;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The page of properties is what the metadata yields, and the other tables of properties agree with it. */
class PropertyTablesTests {

    private static final Path PAGE = Docs.GUIDE.resolve("properties.md");

    @Test
    void areGenerated() {
        Generated.assertParts(PAGE, PropertyTablesTests::table);
    }

    @Test
    void nameEachPropertyOnce() {
        List<String> named = Stream.of("backoff.policies.<name>.", "backoff.budgets.<name>.", "backoff.")
                .flatMap(group -> Docs.tables(PAGE, "`" + group + "`").stream()
                        .flatMap(table -> table.rows().stream())
                        .map(row -> key(group, row)))
                .toList();
        assertThat(named)
                .containsExactlyInAnyOrderElementsOf(Metadata.PROPERTIES.keySet().stream()
                        .filter(name -> !name.matches("backoff\\.(policies|budgets)"))
                        .toList());
    }

    @Test
    void ofTheReadmeStateTheDefaults() {
        String group = "backoff.policies.<name>.";
        assertThat(Docs.table(Docs.README, "`" + group + "`").rows())
                .hasSize(6)
                .allSatisfy(
                        row -> assertThat(row.get(1)).isEqualTo(defaultOf(Metadata.PROPERTIES.get(key(group, row)))));
    }

    @ParameterizedTest
    @MethodSource
    void ofAnnotationsAreComplete(String page, Class<? extends Annotation> annotation) {
        Map<String, String> documented = new TreeMap<>();
        Docs.table(Docs.GUIDE.resolve(page), "attribute").rows().forEach(row -> documented.put(row.get(0), row.get(1)));
        Map<String, String> attributes = new TreeMap<>();
        for (Method each : annotation.getDeclaredMethods()) {
            Object value = each.getDefaultValue();
            attributes.put("`" + each.getName() + "`", value instanceof String ? "`\"" + value + "\"`" : "`{}`");
        }
        assertThat(documented).isEqualTo(attributes);
    }

    static Stream<Arguments> ofAnnotationsAreComplete() {
        return Stream.of(arguments("policies.md", Backoff.class), arguments("redelivery.md", Redeliver.class));
    }

    private static String key(String group, List<String> row) {
        return group.replace("<name>", "*") + Docs.code(row.get(0)).get(0);
    }

    /** The table of the properties with these names or, if a dot is at the end, prefixes. */
    private static String table(String names) {
        boolean named = names.matches("backoff\\.(policies|budgets)\\.");
        String group = named ? names + "<name>." : "backoff.";
        List<String> prefixes = List.of(names.split(" "));
        return "| `%s` | default | meaning |\n|---|---|---|\n".formatted(group)
                + Metadata.PROPERTIES.entrySet().stream()
                        .filter(each -> prefixes.stream()
                                .anyMatch(prefix -> prefix.endsWith(".")
                                        ? each.getKey().startsWith(prefix)
                                        : each.getKey().equals(prefix)))
                        .map(each -> row(
                                each.getKey()
                                        .substring(group.replace("<name>", "*").length()),
                                each.getKey()))
                        .collect(Collectors.joining());
    }

    private static String row(String name, String key) {
        JsonNode property = Metadata.PROPERTIES.get(key);
        return "| `%s` | %s | %s |\n"
                .formatted(
                        name, defaultOf(property), property.path("description").asString() + values(key));
    }

    /** The values that the metadata suggests, with their meanings unless a page has a table of them. */
    private static String values(String key) {
        Map<String, String> values = Metadata.values(key);
        boolean names = key.contains("*");
        String text = values.entrySet().stream()
                .map(each -> "`" + each.getKey() + "`" + (names ? "" : ": " + each.getValue()))
                .collect(Collectors.joining(names ? ", " : " "));
        return text.isEmpty() ? "" : names ? " One of " + text + "." : " " + text;
    }

    private static String defaultOf(JsonNode property) {
        JsonNode value = property.path("defaultValue");
        if (value.isMissingNode()) {
            return "";
        }
        String text = value.asString("");
        if (value.isArray()) {
            text = value.valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
            text = text.isEmpty() ? "[]" : text;
        } else if (property.path("type").asString().equals("java.lang.Double")) {
            text = String.valueOf(value.asDouble());
        }
        return text.isEmpty() ? "`\"\"`" : "`" + text + "`";
    }
}
