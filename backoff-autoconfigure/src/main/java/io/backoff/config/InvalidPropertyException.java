package io.backoff.config;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.env.Environment;

/**
 * Thrown at startup and on changes at run time if a property is invalid or unknown, or contradicts another one. If
 * several properties are invalid, the accessors describe the first one.
 */
public class InvalidPropertyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Log lines hide a part of a value if it has at least this length. Shorter parts are not secrets, and
     * occur in too many ordinary words.
     */
    private static final int SHORTEST_HIDDEN = 4;

    /**
     * Reasons and remedies may truncate a part of a value, so it is recognized by this number of characters at its
     * beginning.
     */
    private static final int BEGINNING = 20;

    private final String summary;
    private final transient List<Invalid> invalid;
    private final String remedy;

    /**
     * An invalid property.
     *
     * @param value the value of the property; {@code null} if there is no single value
     * @param resolved the value with placeholders resolved; {@code null} if unchanged or unknown
     */
    public record Invalid(
            String property,
            @Nullable Object value,
            @Nullable String resolved,
            String origin,
            String reason) {

        /** Describes an invalid property that was read from a source of the environment. */
        public static Invalid of(ConfigurationProperty property, String reason) {
            return new Invalid(
                    property.getName().toString(),
                    property.getValue(),
                    null,
                    PropertyOrigins.describe(property.getOrigin()),
                    reason);
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

    private InvalidPropertyException(String message, String summary, List<Invalid> invalid, String remedy) {
        super(message);
        this.summary = summary;
        this.invalid = invalid;
        this.remedy = remedy;
    }

    /** Creates an exception about several properties. The report begins with the summary. */
    public InvalidPropertyException(String summary, List<Invalid> invalid, String remedy) {
        this(
                invalid.stream().map(Invalid::property).collect(Collectors.joining(", ", summary + " ", "")),
                summary,
                invalid,
                remedy);
    }

    public InvalidPropertyException(Invalid invalid, String remedy) {
        this(
                "Invalid value '" + invalid.value + "' of property '" + invalid.property + "' (" + invalid.origin
                        + "): " + invalid.reason,
                "The retry configuration cannot be used:",
                List.of(invalid),
                remedy);
    }

    public InvalidPropertyException(
            String property, @Nullable Object value, String origin, String reason, String remedy) {
        this(new Invalid(property, value, null, origin, reason), remedy);
    }

    /** Creates an exception about a property from a source. */
    public InvalidPropertyException(ConfigurationProperty property, Rejection rejection) {
        this(Invalid.of(property, rejection.reason()), rejection.remedy());
    }

    /**
     * Creates an exception about a property outside policies and budgets.
     *
     * @param environment the environment, which has the origin of the property
     * @param property its name, for example {@code backoff.http.server.trusted[0]}; a list entry may have the origin of
     *     the whole list
     * @param value its value
     * @param reason why the value is invalid, as in "it must be between 0 and 1"
     * @param remedy how to fix it, as a sentence
     */
    public static InvalidPropertyException of(
            Environment environment, String property, Object value, String reason, String remedy) {
        return new InvalidPropertyException(
                property, value, new WrittenProperties(environment).originOfEntry(property), reason, remedy);
    }

    /** The name of the property, for example {@code backoff.policies.payments.multiplier}. */
    public String property() {
        return invalid.get(0).property;
    }

    /** The value of the property. */
    public @Nullable Object value() {
        return invalid.get(0).value;
    }

    /** The origin of the value. */
    public String origin() {
        return invalid.get(0).origin;
    }

    /** The reason why the value is invalid. */
    public String reason() {
        return invalid.get(0).reason;
    }

    /** The reason for log lines, without values: a rejected value may be a misplaced secret. */
    public String reasonWithoutValues() {
        return withoutValues(reason());
    }

    /** The remedy, as a sentence. */
    public String remedy() {
        return remedy;
    }

    /** Returns the report that is shown at startup, without the remedy. */
    public String report() {
        return invalid.stream().map(Invalid::lines).collect(Collectors.joining("", String.format(summary + "%n"), ""));
    }

    /** Returns the report in one line, without values: a rejected value may be a misplaced secret. */
    public String inOneLine() {
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
