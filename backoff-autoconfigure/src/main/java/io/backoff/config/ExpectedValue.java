package io.backoff.config;

import io.backoff.classify.FailureGroup;
import io.backoff.text.NameSuggestion;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Explains which values a type accepts, for reports about invalid values.
 *
 * @param reason why the value is invalid
 * @param action how to fix it
 */
public record ExpectedValue(String reason, String action) {

    private static final ExpectedValue PLACEHOLDER = new ExpectedValue(
            "its placeholder cannot be resolved",
            "Define the property that it names, or give it a default, as in '${name:default}'.");

    private static final Map<Class<?>, ExpectedValue> BY_TYPE = Map.of(
            Duration.class,
            new ExpectedValue(
                    "it is not a duration",
                    "Write a number and a unit, such as 200ms, 10s or 5m, or ISO-8601: PT0.2S."),
            FailureName.class,
            new ExpectedValue(
                    "there is no class of that name on the class path",
                    "Write the full name of an exception, such as java.io.IOException; a nested one is Outer$Inner. "
                            + "Or write one of the groups, transient and permanent. For none, leave abort-on empty."),
            Boolean.class,
            new ExpectedValue("it is neither true nor false", "Write true or false."),
            Double.class,
            new ExpectedValue("it is not a number", "Write a number, such as 1.5."),
            Integer.class,
            new ExpectedValue(
                    "it is not a whole number within the range of an int", "Write a whole number up to 2147483647."));

    /** Returns the explanation for a name that takes keys instead of a value. */
    public static ExpectedValue keysBelow(String name) {
        return new ExpectedValue("it takes keys, not a value", "Remove the value, or write keys below '" + name + "'.");
    }

    /** Returns the explanation for a type; for a list, the explanation for its entries. */
    public static ExpectedValue of(ResolvableType type, String value) {
        Class<?> written = type.toClass();
        if (!Collection.class.isAssignableFrom(written)) {
            return of(written, value);
        }
        ExpectedValue entry = of(type.asCollection().getGeneric().toClass(), value);
        return new ExpectedValue("one of its entries is invalid: " + entry.reason, entry.action);
    }

    public static ExpectedValue of(Class<?> type, String value) {
        if (value.contains("${")) {
            return PLACEHOLDER;
        }
        if (type.isEnum()) {
            return constant(type, value);
        }
        ExpectedValue known = BY_TYPE.get(ClassUtils.resolvePrimitiveIfNecessary(type));
        if (known == null) {
            return unknownType(type);
        }
        Optional<String> group = type == FailureName.class ? misspelledGroup(value) : Optional.empty();
        return group.isEmpty() ? known : new ExpectedValue(known.reason, didYouMean(group.get()));
    }

    /** Returns the failure group that one of the comma-separated entries may be meant for. */
    private static Optional<String> misspelledGroup(String value) {
        List<String> groups =
                Arrays.stream(FailureGroup.values()).map(FailureGroup::key).toList();
        return Arrays.stream(value.split(","))
                .map(entry -> entry.trim().toLowerCase(Locale.ROOT))
                .filter(entry -> !groups.contains(entry))
                .flatMap(entry -> NameSuggestion.closest(entry, groups).stream())
                .findFirst();
    }

    private static String didYouMean(String name) {
        return "Did you mean '" + name + "'?";
    }

    private static ExpectedValue unknownType(Class<?> type) {
        return new ExpectedValue("it cannot be read as " + type.getSimpleName(), "Look up the values of this type.");
    }

    private static ExpectedValue constant(Class<?> type, String value) {
        List<String> names = Arrays.stream(type.getEnumConstants())
                .map(each -> String.valueOf(PropertyFormat.of(each)))
                .toList();
        String all = String.join(", ", names);
        return new ExpectedValue(
                "it must be one of: " + all,
                NameSuggestion.closest(value, names)
                        .map(ExpectedValue::didYouMean)
                        .orElse("Write one of " + all + "."));
    }
}
