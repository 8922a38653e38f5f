package io.backoff.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows values of properties the way users write or read them. */
public final class Text {

    private Text() {}

    /** Enums in the spelling of YAML, durations in ISO-8601, classes by name; numbers and booleans as they are. */
    public static @Nullable Object of(@Nullable Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
        if (value instanceof Duration duration) {
            return duration.toString();
        }
        if (value instanceof Class<?> type) {
            return type.getName();
        }
        if (value instanceof Collection<?> values) {
            return values.stream().map(Text::of).toList();
        }
        return value;
    }
}
