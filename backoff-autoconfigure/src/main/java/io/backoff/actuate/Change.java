package io.backoff.actuate;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks to change.
 *
 * @param properties the properties with the values that they are to have
 */
record Change(Map<String, String> properties) {

    /**
     * Reads a request.
     *
     * @param property the name of the one property to change
     * @param value what it is to be
     * @param properties in place of both, several properties with their values, as a JSON object
     * @return {@code null} if that is neither one property nor several
     */
    static @Nullable Change of(@Nullable String property, @Nullable String value, @Nullable String properties) {
        if (properties == null) {
            return property == null || value == null ? null : new Change(Map.of(property, value));
        }
        Map<String, Object> several = property == null && value == null ? NestedProperties.parse(properties) : null;
        return several == null || several.isEmpty() ? null : of(several);
    }

    private static @Nullable Change of(Map<String, Object> request) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (Map.Entry<String, Object> each : request.entrySet()) {
            if (each.getValue() instanceof Map) {
                return null;
            }
            properties.put(each.getKey(), text(each.getValue()));
        }
        return new Change(properties);
    }

    /** As it would be written in the configuration. */
    private static String text(@Nullable Object value) {
        if (value instanceof Collection<?> values) {
            return values.stream().map(Change::text).collect(Collectors.joining(","));
        }
        return value == null ? "" : value.toString();
    }
}
