package io.backoff.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.json.JsonWriter;

/**
 * Prepares request bodies for Actuator, which reads them as maps of strings. If the value of the member
 * {@code properties} is a JSON object, replaces this value by a string that contains the JSON text of the object. If a
 * member is repeated, or has the name of a path variable, replaces the whole body by an object with a single member,
 * {@link RepeatedMember#PARAMETER} or {@link #PATH_VARIABLE}, whose value is the name of the member. The caller limits
 * the length of the body, because the search for repeated members takes memory for each bracket.
 */
final class NestedProperties {

    /** The length of the longest body that is read, in bytes. */
    static final int LONGEST_BODY = 100_000;

    /**
     * Name of the parameter that reports a body longer than {@link #LONGEST_BODY} to {@link UnknownParametersAdvisor},
     * which rejects the request and logs its author.
     */
    static final String TOO_LONG = "body too long";

    /** Name of the parameter that reports a member with the name of a path variable. */
    static final String PATH_VARIABLE = "path variable";

    // Spring might read what the parser of this class does not, for example UTF-16, or texts in single quotes.
    private static final String MALFORMED = "{";

    private static final String PROPERTIES = "properties";

    private NestedProperties() {}

    /** Returns the prepared body; the same body if there is nothing to replace. */
    static String asText(String received) {
        // Files of Windows may begin with a byte order mark.
        String body = received.startsWith("\uFEFF") ? received.substring(1) : received;
        String repeated = RepeatedMember.find(body);
        if (repeated != null) {
            return write(Map.of(RepeatedMember.PARAMETER, repeated));
        }
        if (body.isBlank() || body.trim().equals("null")) {
            return body;
        }
        Map<String, Object> members = parse(body);
        if (members == null) {
            return MALFORMED;
        }
        String variable = EndpointChanges.pathVariable(members.keySet());
        if (variable != null) {
            return write(Map.of(PATH_VARIABLE, variable));
        }
        if (!(members.get(PROPERTIES) instanceof Map<?, ?> properties)) {
            return body;
        }
        Map<String, Object> flat = new LinkedHashMap<>(members);
        flat.put(PROPERTIES, write(properties));
        return write(flat);
    }

    /** Returns the body that replaces one that is too long. */
    static String tooLong() {
        return write(Map.of(TOO_LONG, "true"));
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
