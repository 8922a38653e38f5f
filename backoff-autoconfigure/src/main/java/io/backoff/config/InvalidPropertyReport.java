package io.backoff.config;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;

/**
 * An invalid property as failure reports show it.
 *
 * @param property its name
 * @param value its value; {@code null} if it has no single value
 * @param origin where the value is set
 * @param reason why the value is invalid
 */
public record InvalidPropertyReport(
        String property, @Nullable Object value, String origin, String reason) {

    public static InvalidPropertyReport of(ConfigurationProperty property, String reason) {
        return new InvalidPropertyReport(
                property.getName().toString(),
                property.getValue(),
                PropertyOrigins.describe(property.getOrigin()),
                reason);
    }

    /** The lines about the property, in the format that Spring Boot uses for properties it cannot bind. */
    public String lines() {
        String shown = value == null ? "" : String.format("%n    Value: \"%s\"", PropertyFormat.forPeople(value));
        return "%n    Property: %s%s%n    Origin: %s%n    Reason: %s%n".formatted(property, shown, origin, reason);
    }
}
