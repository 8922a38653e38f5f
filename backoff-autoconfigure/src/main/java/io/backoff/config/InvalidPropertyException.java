package io.backoff.config;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** Thrown at startup and on changes at run time if a property is invalid or contradicts another one. */
public class InvalidPropertyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String property;
    private final transient @Nullable Object value;
    private final String origin;
    private final String reason;
    private final String remedy;

    public InvalidPropertyException(
            String property, @Nullable Object value, String origin, String reason, String remedy) {
        super("Invalid value '" + value + "' of property '" + property + "' (" + origin + "): " + reason);
        this.property = property;
        this.value = value;
        this.origin = origin;
        this.reason = reason;
        this.remedy = remedy;
    }

    /**
     * Creates an exception about a property outside policies and budgets.
     *
     * @param environment knows the origin of the property
     * @param property its name, for example {@code backoff.http.server.trusted[0]}; the origin of a list entry may be
     *     that of the whole list
     * @param value its value
     * @param reason why the value is invalid, as in "it must be between 0 and 1"
     * @param remedy how to fix it, as a sentence
     */
    public static InvalidPropertyException of(
            Environment environment, String property, Object value, String reason, String remedy) {
        return new InvalidPropertyException(
                property, value, new PropertyOrigins(environment).ofEntry(property), reason, remedy);
    }

    /** The name of the property, for example {@code backoff.policies.payments.multiplier}. */
    public String property() {
        return property;
    }

    /** The value of the property. */
    public @Nullable Object value() {
        return value;
    }

    /** The origin of the value. */
    public String origin() {
        return origin;
    }

    /** The reason why the value is invalid. */
    public String reason() {
        return reason;
    }

    /** The remedy, as a sentence. */
    public String remedy() {
        return remedy;
    }
}
