package io.backoff.config;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;

/**
 * A property as failure reports show it.
 *
 * @param property its name
 * @param value what it is set to, {@code null} when that is not one value
 * @param origin where that is written
 * @param reason why it cannot be used
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

    /** The lines that Spring Boot prints about a property that it cannot bind. */
    public String lines() {
        String shown = value == null ? "" : String.format("%n    Value: \"%s\"", PropertyFormat.forPeople(value));
        return "%n    Property: %s%s%n    Origin: %s%n    Reason: %s%n".formatted(property, shown, origin, reason);
    }
}
