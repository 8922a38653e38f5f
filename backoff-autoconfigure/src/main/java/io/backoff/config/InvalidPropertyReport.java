package io.backoff.config;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.env.PropertyResolver;

/**
 * An invalid property as failure reports show it.
 *
 * @param property its name
 * @param value its value; {@code null} if it has no single value
 * @param resolved its value with the placeholders resolved; {@code null} if that is the same, or unknown
 * @param origin where the value is set
 * @param reason why the value is invalid
 */
public record InvalidPropertyReport(
        String property, @Nullable Object value, @Nullable String resolved, String origin, String reason) {

    public InvalidPropertyReport(String property, @Nullable Object value, String origin, String reason) {
        this(property, value, null, origin, reason);
    }

    public static InvalidPropertyReport of(ConfigurationProperty property, String reason) {
        return new InvalidPropertyReport(
                property.getName().toString(),
                property.getValue(),
                PropertyOrigins.describe(property.getOrigin()),
                reason);
    }

    /** This report with the value that the placeholders resolve to, which is the one that is invalid. */
    public InvalidPropertyReport resolvedBy(PropertyResolver resolver) {
        String text = value instanceof CharSequence written ? written.toString() : "";
        String found = resolver.resolvePlaceholders(text);
        return new InvalidPropertyReport(property, value, found.equals(text) ? null : found, origin, reason);
    }

    /** The lines about the property, in the format that Spring Boot uses for properties it cannot bind. */
    public String lines() {
        String shown = value == null ? "" : String.format("%n    Value: \"%s\"", PropertyFormat.forPeople(value));
        String meant = resolved == null ? "" : String.format("%n    Resolved: \"%s\"", resolved);
        return "%n    Property: %s%s%s%n    Origin: %s%n    Reason: %s%n"
                .formatted(property, shown, meant, origin, reason);
    }
}
