package io.backoff.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The configuration metadata of this library, and of those on the class path. */
final class Metadata {

    private static final String FILE = "META-INF/spring-configuration-metadata.json";

    /** The properties of this library. */
    static final Map<String, JsonNode> PROPERTIES = properties("backoff.");

    private static final Map<String, JsonNode> ALL = properties("");

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

    private static boolean isMap(JsonNode property) {
        return property.path("type").asString("").startsWith("java.util.Map");
    }

    private static Map<String, JsonNode> properties(String prefix) {
        try {
            Map<String, JsonNode> byName = new TreeMap<>();
            for (URL file : Collections.list(Metadata.class.getClassLoader().getResources(FILE))) {
                JsonMapper.shared()
                        .readTree(file.openStream())
                        .path("properties")
                        .forEach(each -> {
                            String name = each.path("name").asString();
                            if (name.startsWith(prefix)) {
                                byName.put(name, each);
                            }
                        });
            }
            return byName;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
