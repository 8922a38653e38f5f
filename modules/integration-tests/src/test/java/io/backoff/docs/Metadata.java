package io.backoff.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The configuration metadata of this library, and of those on the class path. */
final class Metadata {

    private static final String FILE = "META-INF/spring-configuration-metadata.json";

    /** The properties of this library. */
    static final Map<String, JsonNode> PROPERTIES = properties("backoff.");

    private static final Map<String, JsonNode> ALL = properties("");
    private static final Map<String, Map<String, String>> VALUES = values();

    private Metadata() {}

    /** Whether this is a property of the library, or a prefix of several. */
    static boolean knows(String name) {
        String key = name.replaceFirst("^(backoff\\.(?:policies|budgets))\\.[^.]+", "$1.*");
        return PROPERTIES.containsKey(key) || PROPERTIES.keySet().stream().anyMatch(each -> each.startsWith(key + '.'));
    }

    /** Whether this can be set, by any library on the class path: a property, or an entry of one. */
    static boolean isProperty(String name) {
        for (String each = name; !each.isEmpty(); each = each.substring(0, Math.max(0, each.lastIndexOf('.')))) {
            if (ALL.containsKey(each)) {
                return each.equals(name) || isMap(ALL.get(each));
            }
        }
        return false;
    }

    /** The values that a property of the library may have, with their meanings; none if it may have others. */
    static Map<String, String> values(String name) {
        return VALUES.getOrDefault(name, Map.of());
    }

    private static boolean isMap(JsonNode property) {
        return property.path("type").asString("").startsWith("java.util.Map");
    }

    private static Map<String, JsonNode> properties(String prefix) {
        Map<String, JsonNode> byName = new TreeMap<>();
        read("properties").forEach(each -> {
            String name = each.path("name").asString();
            if (name.startsWith(prefix)) {
                byName.put(name, each);
            }
        });
        return byName;
    }

    private static Map<String, Map<String, String>> values() {
        Map<String, Map<String, String>> byName = new TreeMap<>();
        read("hints").filter(each -> each.path("providers").isEmpty()).forEach(each -> {
            String name = each.path("name").asString();
            if (PROPERTIES.containsKey(name) && !isList(PROPERTIES.get(name))) {
                Map<String, String> values = new LinkedHashMap<>();
                each.path("values")
                        .forEach(value -> values.put(
                                value.path("value").asString(),
                                value.path("description").asString()));
                byName.put(name, values);
            }
        });
        return byName;
    }

    private static boolean isList(JsonNode property) {
        return property.path("type").asString("").startsWith("java.util.List");
    }

    private static Stream<JsonNode> read(String part) {
        try {
            List<JsonNode> entries = new ArrayList<>();
            for (URL file : Collections.list(Metadata.class.getClassLoader().getResources(FILE))) {
                JsonMapper.shared().readTree(file.openStream()).path(part).forEach(entries::add);
            }
            return entries.stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
