package io.backoff.actuate;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import io.backoff.text.TruncatedText;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a request asks for.
 *
 * @param properties the new values by the names of the properties
 * @param withoutValue a property whose value is {@code null}; {@code null} if there is none
 */
record Change(Map<String, String> properties, @Nullable String withoutValue) {

    // This is longer than any field name, and much shorter than the longest allowed request.
    private static final int LONGEST_FIELD = 40;

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
            return property == null || value == null ? null : new Change(Map.of(property, value), null);
        }
        Map<String, Object> several = property == null && value == null && RepeatedMember.find(properties) == null
                ? NestedProperties.parse(properties)
                : null;
        return several == null || several.isEmpty() ? null : of(several);
    }

    private static @Nullable Change of(Map<String, Object> request) {
        Map<String, String> properties = new LinkedHashMap<>();
        String withoutValue = null;
        for (Map.Entry<String, Object> property : request.entrySet()) {
            if (property.getValue() instanceof Map) {
                return null;
            }
            if (isWithoutValue(property.getValue())) {
                withoutValue = property.getKey();
            }
            properties.put(property.getKey(), text(property.getValue()));
        }
        return new Change(properties, withoutValue);
    }

    private static boolean isWithoutValue(@Nullable Object value) {
        return value == null
                || value instanceof Collection<?> values && values.stream().anyMatch(Change::isWithoutValue);
    }

    /**
     * Rejects {@code null}, which might be meant to reset a property, and would instead empty it if it is a list.
     *
     * @throws InvalidPropertyException if a value is {@code null}
     */
    void check(SettingsGroup group, String name) {
        if (withoutValue != null) {
            throw new InvalidPropertyException(
                    group.property(name, TruncatedText.of(withoutValue, LONGEST_FIELD)),
                    null,
                    Setting.ACTUATOR,
                    "it is null",
                    "Write a value, or reset the changes with DELETE.");
        }
    }

    /** The value in configuration format. */
    private static String text(@Nullable Object value) {
        if (value instanceof Collection<?> values) {
            return values.stream().map(Change::text).collect(Collectors.joining(","));
        }
        return value == null ? "" : value.toString();
    }
}
