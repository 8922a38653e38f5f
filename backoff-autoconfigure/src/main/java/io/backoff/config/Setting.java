package io.backoff.config;

/**
 * The value of one field of a policy or a budget.
 *
 * @param value the value
 * @param origin where the value is set: {@code application.yml:12:17}, {@code preset celery}, {@code actuator},
 *     {@code default}
 * @param random the text of the value before placeholders were resolved, if one of them is random; otherwise empty
 */
public record Setting(Object value, String origin, String random) {

    /** The origin of built-in values. */
    public static final String DEFAULT = "default";

    /** The origin of values that were changed through the Actuator. */
    public static final String ACTUATOR = "actuator";

    /** Creates a setting without a random placeholder. */
    public Setting(Object value, String origin) {
        this(value, origin, "");
    }

    /**
     * Whether both values were drawn by the same random placeholders. If so, the values differ although nothing was
     * changed.
     */
    boolean isDrawnAs(Setting other) {
        return !random.isEmpty() && random.equals(other.random);
    }

    /** Returns the setting for log lines and reports: {@code 200 ms (application.yml:12:17)}. */
    public String shown() {
        return PropertyFormat.forPeople(value) + " (" + origin + ")";
    }
}
