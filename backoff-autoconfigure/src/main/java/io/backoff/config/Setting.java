package io.backoff.config;

/**
 * One field of a policy or a budget.
 *
 * @param value what it is set to
 * @param origin where that was written: {@code application.yml:12:17}, {@code preset celery}, {@code actuator},
 *     {@code default}
 */
public record Setting(Object value, String origin) {

    /** Origin of what nobody wrote. */
    public static final String DEFAULT = "default";

    /** For people: {@code 200 ms (application.yml:12:17)}. */
    public String shown() {
        return PropertyFormat.forPeople(value) + " (" + origin + ")";
    }
}
