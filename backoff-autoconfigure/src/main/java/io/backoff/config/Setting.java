package io.backoff.config;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The value of one field of a policy or a budget.
 *
 * @param value the value
 * @param origin where the value is set: {@code application.yml:12:17}, {@code preset celery}, {@code actuator},
 *     {@code default}
 */
public record Setting(Object value, String origin) {

    /** The origin of built-in values. */
    public static final String DEFAULT = "default";

    /** The origin of values that were changed through the Actuator. */
    public static final String ACTUATOR = "actuator";

    /** Whether both settings have the same value, perhaps from different origins. */
    public static boolean haveSameValue(@Nullable Setting one, @Nullable Setting other) {
        return Objects.equals(one == null ? null : one.value, other == null ? null : other.value);
    }

    /** Returns the setting for log lines and reports: {@code 200 ms (application.yml:12:17)}. */
    public String shown() {
        return PropertyFormat.forPeople(value) + " (" + origin + ")";
    }
}
