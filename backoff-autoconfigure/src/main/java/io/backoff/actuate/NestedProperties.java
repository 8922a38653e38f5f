package io.backoff.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.json.JsonWriter;

/**
 * Converts the object {@code properties} in a request body to its JSON text, because Actuator reads bodies as maps of
 * strings.
 */
final class NestedProperties {

    private static final String PROPERTIES = "properties";

    private NestedProperties() {}

    /** The body with the object as text; the unchanged body if there is no such object. */
    static String asText(String body) {
        Map<String, Object> members = parse(body);
        if (members == null || !(members.get(PROPERTIES) instanceof Map<?, ?> properties)) {
            return body;
        }
        Map<String, Object> flat = new LinkedHashMap<>(members);
        flat.put(PROPERTIES, write(properties));
        return write(flat);
    }

    /** The members of a JSON object; {@code null} if the text is not one. */
    static @Nullable Map<String, Object> parse(String text) {
        try {
            return JsonParserFactory.getJsonParser().parseMap(text);
        } catch (JsonParseException malformed) {
            return null;
        }
    }

    private static String write(Map<?, ?> members) {
        return JsonWriter.<Map<?, ?>>standard().writeToString(members);
    }
}
