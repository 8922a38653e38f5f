package io.backoff.actuate;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a request asks for.
 *
 * @param properties the new values by the names of the properties
 */
record Change(Map<String, String> properties) {

    /**
     * Reads a request.
     *
     * @param property the property to change
     * @param value its new value
     * @param properties a JSON object with several properties and their values, in place of {@code property} and
     *     {@code value}
     * @return {@code null} if the request is malformed
     */
    static @Nullable Change of(@Nullable String property, @Nullable String value, @Nullable String properties) {
        if (properties == null) {
            return property == null || value == null ? null : new Change(Map.of(property, value));
        }
        Map<String, Object> several = property == null && value == null && RepeatedMember.find(properties) == null
                ? NestedProperties.parse(properties)
                : null;
        return several == null || several.isEmpty() ? null : of(several);
    }

    private static @Nullable Change of(Map<String, Object> request) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (Map.Entry<String, Object> property : request.entrySet()) {
            if (property.getValue() instanceof Map) {
                return null;
            }
            properties.put(property.getKey(), text(property.getValue()));
        }
        return new Change(properties);
    }

    /** The value in configuration format. */
    private static String text(@Nullable Object value) {
        if (value instanceof Collection<?> values) {
            return values.stream().map(Change::text).collect(Collectors.joining(","));
        }
        return value == null ? "" : value.toString();
    }
}
