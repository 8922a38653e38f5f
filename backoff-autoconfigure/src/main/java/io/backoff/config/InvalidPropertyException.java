package io.backoff.config;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** A property that cannot be used, or not together with another one. Thrown at startup, and by changes at run time. */
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
     * Refuses a property that belongs to no policy and no budget.
     *
     * @param environment knows where it is written
     * @param property its name; that of an entry of a list, such as {@code backoff.http.server.trusted[0]}, may be
     *     written with its list
     * @param value what it is set to
     * @param reason why it cannot be used, as in "it must be between 0 and 1"
     * @param remedy what to do about it, as a sentence
     */
    public static InvalidPropertyException of(
            Environment environment, String property, Object value, String reason, String remedy) {
        return new InvalidPropertyException(
                property, value, new PropertyOrigins(environment).ofEntry(property), reason, remedy);
    }

    /** The property, for example {@code backoff.policies.payments.multiplier}. */
    public String property() {
        return property;
    }

    /** What it is set to. */
    public @Nullable Object value() {
        return value;
    }

    /** Where that is written. */
    public String origin() {
        return origin;
    }

    /** Why it cannot be used. */
    public String reason() {
        return reason;
    }

    /** What to do about it. */
    public String remedy() {
        return remedy;
    }
}
