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
import java.util.regex.Pattern;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/**
 * Explains why a property is rejected.
 *
 * @param reason why the property is invalid, as in "it must be between 0 and 1"
 * @param remedy how to fix it, as a sentence
 */
public record Rejection(String reason, String remedy) {

    private static final Rejection PLACEHOLDER = new Rejection(
            "its placeholder cannot be resolved",
            "Define the property, or give the placeholder a default, as in '${name:default}'.");

    private static final Rejection NO_CLASS = new Rejection(
            "there is no class of that name on the class path",
            "Write the full name of an exception, such as java.io.IOException; a nested one is Outer$Inner. "
                    + "Or write one of the groups, transient and permanent.");

    private static final String NO_EXCLUSION = " To exclude no exception, leave abort-on empty.";

    /** The name of a property {@code abort-on} or of one of its entries. */
    private static final Pattern ABORT_ON = Pattern.compile("\\.abort-on(\\[\\d+])?$");

    private static final Map<Class<?>, Rejection> BY_TYPE = Map.of(
            Duration.class,
            new Rejection(
                    "it is not a duration",
                    "Write a number and a unit, such as 200ms, 10s or 5m, or ISO-8601: PT0.2S."),
            DataSize.class,
            new Rejection("it is not a size", "Write a number and a unit, such as 64KB."),
            FailureName.class,
            NO_CLASS,
            Boolean.class,
            new Rejection("it is neither true nor false", "Write true or false."),
            Double.class,
            new Rejection("it is not a number", "Write a number, such as 1.5."),
            Integer.class,
            new Rejection(
                    "it is not a whole number within the range of an int", "Write a whole number up to 2147483647."));

    /** Returns a remedy that suggests a similar name. */
    public static String didYouMean(String name) {
        return "Did you mean '" + name + "'?";
    }

    /** Rejects a value for a name that has keys below it and takes no value. */
    public static Rejection keysBelow(String name) {
        return new Rejection("it takes keys, not a value", "Remove the value, or write keys below '" + name + "'.");
    }

    /**
     * Rejects a value that cannot be converted to a type or, for a list, to the type of its entries.
     *
     * @param property the property that has the value, for example {@code backoff.policies.payments.abort-on}
     */
    public static Rejection of(String property, ResolvableType type, String value) {
        Class<?> written = type.toClass();
        if (!Collection.class.isAssignableFrom(written)) {
            return of(property, written, value);
        }
        Rejection entry = of(property, type.asCollection().getGeneric().toClass(), value);
        return new Rejection("one of its entries is invalid: " + entry.reason, entry.remedy);
    }

    private static Rejection of(String property, Class<?> type, String value) {
        Rejection rejection = of(type, value);
        return rejection.equals(NO_CLASS) && ABORT_ON.matcher(property).find()
                ? new Rejection(rejection.reason, rejection.remedy + NO_EXCLUSION)
                : rejection;
    }

    /** Rejects a value that cannot be converted to a type. */
    public static Rejection of(Class<?> type, String value) {
        if (value.contains("${")) {
            return PLACEHOLDER;
        }
        if (type.isEnum()) {
            return constant(type, value);
        }
        Rejection known = BY_TYPE.get(ClassUtils.resolvePrimitiveIfNecessary(type));
        if (known == null) {
            return unknownType(type);
        }
        Optional<String> group = type == FailureName.class ? misspelledGroup(value) : Optional.empty();
        return group.isEmpty() ? known : new Rejection(known.reason, didYouMean(group.get()));
    }

    /** Returns the failure group that one of the comma-separated entries probably misspells. */
    private static Optional<String> misspelledGroup(String value) {
        List<String> groups =
                Arrays.stream(FailureGroup.values()).map(FailureGroup::key).toList();
        return Arrays.stream(value.split(","))
                .map(entry -> entry.trim().toLowerCase(Locale.ROOT))
                .filter(entry -> !groups.contains(entry))
                .flatMap(entry -> NameSuggestion.closest(entry, groups).stream())
                .findFirst();
    }

    private static Rejection unknownType(Class<?> type) {
        return new Rejection(
                "it cannot be read as " + type.getSimpleName(),
                "Use the format in the Javadoc of " + type.getName() + ".");
    }

    private static Rejection constant(Class<?> type, String value) {
        List<String> names = Arrays.stream(type.getEnumConstants())
                .map(each -> String.valueOf(PropertyFormat.of(each)))
                .toList();
        String all = String.join(", ", names);
        return new Rejection(
                "it must be one of: " + all,
                NameSuggestion.closest(value, names).map(Rejection::didYouMean).orElse("Write one of " + all + "."));
    }
}
