package io.backoff.config;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.env.Environment;

/**
 * Thrown at startup and on changes at run time if a property is invalid or unknown, or contradicts another one. If
 * several properties are invalid, the accessors describe the first one.
 */
public class InvalidPropertyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String summary;
    private final transient List<Invalid> invalid;
    private final String remedy;

    /**
     * An invalid property.
     *
     * @param value the value of the property; {@code null} if there is no single value
     * @param resolved the value with placeholders resolved; {@code null} if unchanged or unknown
     * @param reason why the value is invalid; may quote the value
     * @param loggedReason the reason for log lines, which quotes no part of the value: a rejected value may be a
     *     misplaced secret
     */
    public record Invalid(
            String property,
            @Nullable Object value,
            @Nullable String resolved,
            String origin,
            String reason,
            String loggedReason) {

        /**
         * Describes an invalid property. The reason must quote no part of the value, because log lines show it.
         */
        public Invalid(
                String property, @Nullable Object value, @Nullable String resolved, String origin, String reason) {
            this(property, value, resolved, origin, reason, reason);
        }

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
    }

    private InvalidPropertyException(String message, String summary, List<Invalid> invalid, String remedy) {
        super(message);
        this.summary = summary;
        this.invalid = invalid;
        this.remedy = remedy;
    }

    /**
     * Creates an exception about several properties. The report begins with the summary.
     *
     * @param remedy how to fix them, as a sentence that quotes no part of a value
     */
    public InvalidPropertyException(String summary, List<Invalid> invalid, String remedy) {
        this(
                invalid.stream().map(Invalid::property).collect(Collectors.joining(", ", summary + " ", "")),
                summary,
                invalid,
                remedy);
    }

    /**
     * Creates an exception about one property.
     *
     * @param remedy how to fix it, as a sentence that quotes no part of the value
     */
    public InvalidPropertyException(Invalid invalid, String remedy) {
        this(
                "Invalid value '" + invalid.value + "' of property '" + invalid.property + "' (" + invalid.origin
                        + "): " + invalid.reason,
                "The retry configuration cannot be used:",
                List.of(invalid),
                remedy);
    }

    /**
     * Creates an exception about one property.
     *
     * @param reason why the value is invalid; quotes no part of the value
     * @param remedy how to fix it, as a sentence that quotes no part of the value
     */
    public InvalidPropertyException(
            String property, @Nullable Object value, String origin, String reason, String remedy) {
        this(new Invalid(property, value, null, origin, reason), remedy);
    }

    /** Creates an exception about a property that was read from a source of the environment. */
    public InvalidPropertyException(ConfigurationProperty property, RejectionReason rejection) {
        this(Invalid.of(property, rejection.reason()), rejection.remedy());
    }

    /**
     * Creates an exception about a property outside policies and budgets.
     *
     * @param environment the environment, which has the origin of the property
     * @param property its name, for example {@code backoff.http.server.trusted[0]}; if a list entry has no origin of
     *     its own, the exception names the origin of the list
     * @param value its value
     * @param reason why the value is invalid, as in "it must be between 0 and 1"
     * @param remedy how to fix it, as a sentence
     */
    public static InvalidPropertyException of(
            Environment environment, String property, Object value, String reason, String remedy) {
        return new InvalidPropertyException(
                property, value, new WrittenProperties(environment).origin(property), reason, remedy);
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
    public String loggedReason() {
        return invalid.get(0).loggedReason;
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
                .map(invalid -> "Property: " + invalid.property + " Origin: " + invalid.origin + " Reason: "
                        + invalid.loggedReason)
                .collect(Collectors.joining(" "));
        return (summary + " " + properties + ". " + remedy).replaceAll("\\s+", " ");
    }
}
