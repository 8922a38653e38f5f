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
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The tables of properties match the metadata and are complete. */
class PropertyTablesTests {

    static final List<String> GROUPS = List.of("backoff.policies.<name>.", "backoff.budgets.<name>.", "backoff.");

    private static final Map<String, JsonNode> METADATA = Metadata.PROPERTIES;

    @ParameterizedTest
    @FieldSource("GROUPS")
    void stateTheDefaults(String group) {
        assertThat(rows(Docs.all(), group)).isNotEmpty().allSatisfy(row -> {
            String key = key(group, Docs.code(row.get(0)).get(0));
            assertThat(METADATA).containsKey(key);
            assertThat(row.get(1)).as(key).isEqualTo(defaultOf(METADATA.get(key)));
            assertThat(row.get(2)).as(key).isNotBlank();
        });
    }

    @ParameterizedTest
    @FieldSource("GROUPS")
    void ofTheGuideAreComplete(String group) {
        List<Path> guide =
                Docs.all().stream().filter(page -> !page.equals(Docs.README)).toList();
        assertThat(keys(guide, group)).containsExactlyInAnyOrderElementsOf(known(group));
    }

    @ParameterizedTest
    @CsvSource({"backoff.policies.<name>.", "backoff.budgets.<name>."})
    void ofTheReadmeAreComplete(String group) {
        assertThat(keys(List.of(Docs.README), group)).containsExactlyInAnyOrderElementsOf(known(group));
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

    private static List<String> keys(List<Path> pages, String group) {
        return rows(pages, group)
                .map(row -> key(group, Docs.code(row.get(0)).get(0)))
                .toList();
    }

    private static Stream<List<String>> rows(List<Path> pages, String group) {
        return pages.stream()
                .flatMap(page -> Docs.tables(page, "`" + group + "`").stream())
                .flatMap(table -> table.rows().stream());
    }

    private static String key(String group, String name) {
        return group.replace("<name>", "*") + name;
    }

    private static TreeSet<String> known(String group) {
        String prefix = key(group, "");
        return METADATA.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .filter(name -> prefix.contains("*") || !name.matches("backoff\\.(policies|budgets).*"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String defaultOf(JsonNode property) {
        JsonNode value = property.path("defaultValue");
        if (value.isMissingNode()) {
            return "";
        }
        String text = value.asString("");
        if (value.isArray()) {
            text = StreamSupport.stream(value.spliterator(), false)
                    .map(JsonNode::asString)
                    .collect(Collectors.joining(", "));
            text = text.isEmpty() ? "[]" : text;
        } else if (property.path("type").asString().equals("java.lang.Double")) {
            text = String.valueOf(value.asDouble());
        }
        return text.isEmpty() ? "`\"\"`" : "`" + text + "`";
    }
}
