package io.backoff.config.source;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyFormat;
import io.backoff.config.PropertyOrigins;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.PropertyResolver;

/**
 * The report about a rejected configuration.
 *
 * @param summary the beginning of the report
 * @param invalid the invalid properties
 * @param remedy how to fix them
 */
record ConfigurationRejection(String summary, List<Invalid> invalid, String remedy) {

    private static final String UNUSABLE = "The retry configuration cannot be used:";

    /** The minimum length of hidden parts of values: shorter ones are not secrets, and occur in too many words. */
    private static final int SHORTEST_HIDDEN = 4;

    /** The length of the compared prefix: reasons and remedies may cut a value, but not before this. */
    private static final int BEGINNING = 20;

    /**
     * An invalid property.
     *
     * @param value its value; {@code null} if it has no single value
     * @param resolved its value with placeholders resolved; {@code null} if unchanged or unknown
     */
    record Invalid(
            String property,
            @Nullable Object value,
            @Nullable String resolved,
            String origin,
            String reason) {

        static Invalid of(ConfigurationProperty property, String reason) {
            return new Invalid(
                    property.getName().toString(),
                    property.getValue(),
                    null,
                    PropertyOrigins.describe(property.getOrigin()),
                    reason);
        }

        /** Adds the value with placeholders resolved, which is the invalid one. */
        Invalid resolvedBy(PropertyResolver resolver) {
            String text = value instanceof CharSequence written ? written.toString() : "";
            String found = resolver.resolvePlaceholders(text);
            return new Invalid(property, value, found.equals(text) ? null : found, origin, reason);
        }

        /** Formats the property like Spring Boot's reports about binding failures. */
        private String lines() {
            String shown = value == null ? "" : String.format("%n    Value: \"%s\"", PropertyFormat.forPeople(value));
            String meant = resolved == null ? "" : String.format("%n    Resolved: \"%s\"", resolved);
            return "%n    Property: %s%s%s%n    Origin: %s%n    Reason: %s%n"
                    .formatted(property, shown, meant, origin, reason);
        }

        private Stream<String> values() {
            return Stream.of(PropertyFormat.forPeople(value), resolved)
                    .filter(Objects::nonNull)
                    .map(String::valueOf);
        }
    }

    static ConfigurationRejection of(InvalidPropertyException failure) {
        return of(
                new Invalid(failure.property(), failure.value(), null, failure.origin(), failure.reason()),
                failure.remedy());
    }

    static ConfigurationRejection of(Invalid invalid, String remedy) {
        return new ConfigurationRejection(UNUSABLE, List.of(invalid), remedy);
    }

    static ConfigurationRejection of(List<ConfigurationProperty> unknown) {
        return new ConfigurationRejection(
                "The retry configuration has unknown keys:",
                unknown.stream()
                        .map(each -> Invalid.of(each, UnknownKeys.reason(each)))
                        .toList(),
                unknown.stream()
                        .map(UnknownKeys::action)
                        .distinct()
                        .collect(Collectors.joining(System.lineSeparator())));
    }

    /** Returns the report at startup. */
    FailureAnalysis analysis(Throwable failure) {
        return new FailureAnalysis(
                invalid.stream().map(Invalid::lines).collect(Collectors.joining("", String.format(summary + "%n"), "")),
                remedy,
                failure);
    }

    /** Returns the report in one line, without values: a rejected value may be a misplaced secret. */
    String inOneLine() {
        String properties = invalid.stream()
                .map(each -> "Property: " + each.property + " Origin: " + each.origin + " Reason: "
                        + withoutValues(each.reason))
                .collect(Collectors.joining(" "));
        return (summary + " " + properties + ". " + withoutValues(remedy)).replaceAll("\\s+", " ");
    }

    private String withoutValues(String text) {
        List<String> hidden = invalid.stream()
                .flatMap(Invalid::values)
                .flatMap(value -> Stream.of(value.split("[\\s,\\[\\]]+")))
                .filter(part -> part.length() >= SHORTEST_HIDDEN)
                .map(part -> part.substring(0, Math.min(part.length(), BEGINNING)))
                .toList();
        String rest = text;
        for (String beginning : hidden) {
            rest = rest.replaceAll(Pattern.quote(beginning) + "[^\\s,'\"]*", "…");
        }
        return rest;
    }
}
