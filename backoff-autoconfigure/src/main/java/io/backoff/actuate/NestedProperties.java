package io.backoff.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.json.JsonWriter;

/**
 * Prepares request bodies for Actuator, which reads them as maps of strings. Converts the object {@code properties} to
 * its JSON text. If a member is repeated, replaces the whole body by {@link RepeatedMember#PARAMETER}, with the name of
 * the member as its value.
 */
final class NestedProperties {

    private static final String PROPERTIES = "properties";

    private NestedProperties() {}

    /** Returns a body that Actuator can read; the same body if Actuator can already read it. */
    static String asText(String body) {
        String repeated = RepeatedMember.find(body);
        if (repeated != null) {
            return write(Map.of(RepeatedMember.PARAMETER, repeated));
        }
        Map<String, Object> members = parse(body);
        if (members == null || !(members.get(PROPERTIES) instanceof Map<?, ?> properties)) {
            return body;
        }
        Map<String, Object> flat = new LinkedHashMap<>(members);
        flat.put(PROPERTIES, write(properties));
        return write(flat);
    }

    /** The members of a JSON object; {@code null} if the text is not a JSON object. */
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
