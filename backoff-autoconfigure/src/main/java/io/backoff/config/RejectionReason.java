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
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/**
 * Explains why a property is rejected, without quoting its value, which may be a misplaced secret.
 *
 * @param reason why the property is invalid, as in "it must be between 0 and 1"
 * @param remedy how to fix it, as a sentence
 */
public record RejectionReason(String reason, String remedy) {

    /** Rejects a value whose placeholder cannot be resolved. */
    public static final RejectionReason PLACEHOLDER = new RejectionReason(
            "its placeholder cannot be resolved",
            "Define the property, or give the placeholder a default, as in '${name:default}'.");

    private static final Map<Class<?>, RejectionReason> BY_TYPE = Map.of(
            Duration.class,
            new RejectionReason(
                    "it is not a duration",
                    "Write a number and a unit, such as 200ms, 10s or 5m, or ISO-8601: PT0.2S."),
            DataSize.class,
            new RejectionReason("it is not a size", "Write a number and a unit, such as 64KB."),
            Boolean.class,
            new RejectionReason("it is neither true nor false", "Write true or false."),
            Double.class,
            new RejectionReason("it is not a number", "Write a number, such as 1.5."),
            Integer.class,
            new RejectionReason(
                    "it is not a whole number within the range of an int", "Write a whole number up to 2147483647."));

    /** Returns a remedy that suggests a similar name. */
    public static String didYouMean(String name) {
        return "Did you mean '" + name + "'?";
    }

    /** Rejects a value for a name that has keys below it and takes no value. */
    public static RejectionReason keysBelow(String name) {
        return new RejectionReason(
                "it takes keys, not a value", "Remove the value, or write keys below '" + name + "'.");
    }

    /** Rejects a value that cannot be converted to the type of a property or, for a list, to the type of its entries. */
    public static RejectionReason of(ConfigurationPropertyName property, ResolvableType type, String value) {
        if (!Collection.class.isAssignableFrom(type.toClass())) {
            return of(property, type.toClass(), value);
        }
        RejectionReason entry = of(property, type.asCollection().getGeneric().toClass(), value);
        return new RejectionReason("one of its entries is invalid: " + entry.reason, entry.remedy);
    }

    private static RejectionReason of(ConfigurationPropertyName property, Class<?> type, String value) {
        if (value.contains("${")) {
            return PLACEHOLDER;
        }
        if (type.isEnum()) {
            return constant(type, value);
        }
        if (type == FailureName.class) {
            return new RejectionReason(
                    "there is no class of that name on the class path",
                    misspelledGroup(value)
                            .map(RejectionReason::didYouMean)
                            .orElseGet(() -> FailureName.remedy(property)));
        }
        return BY_TYPE.getOrDefault(ClassUtils.resolvePrimitiveIfNecessary(type), unknownType(type));
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

    private static RejectionReason unknownType(Class<?> type) {
        return new RejectionReason(
                "it cannot be read as " + type.getSimpleName(),
                "Use the format in the Javadoc of " + type.getName() + ".");
    }

    private static RejectionReason constant(Class<?> type, String value) {
        List<String> names = Arrays.stream(type.getEnumConstants())
                .map(constant -> String.valueOf(PropertyFormat.of(constant)))
                .toList();
        String all = String.join(", ", names);
        return new RejectionReason(
                "it must be one of: " + all,
                NameSuggestion.closest(value, names)
                        .map(RejectionReason::didYouMean)
                        .orElse("Write one of " + all + "."));
    }
}
