package io.backoff.config;

import io.backoff.text.DurationText;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats property values for configuration files, log lines and reports. */
public final class PropertyFormat {

    private PropertyFormat() {}

    /**
     * Returns the value in configuration format: enums as in YAML, durations in ISO-8601, exceptions and failure groups
     * by name; numbers and booleans unchanged.
     */
    public static @Nullable Object of(@Nullable Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
        if (value instanceof Duration duration) {
            return duration.toString();
        }
        if (value instanceof FailureName name) {
            return name.toString();
        }
        if (value instanceof Collection<?> values) {
            return values.stream().map(PropertyFormat::of).toList();
        }
        return value;
    }

    /**
     * Returns the value for log lines, messages and reports: like {@link #of}, but with durations as in {@code 1.5 s}.
     */
    public static @Nullable Object forPeople(@Nullable Object value) {
        if (value instanceof Duration duration) {
            return DurationText.of(duration);
        }
        return value instanceof Collection<?> values
                ? values.stream().map(PropertyFormat::forPeople).toList()
                : of(value);
    }
}
