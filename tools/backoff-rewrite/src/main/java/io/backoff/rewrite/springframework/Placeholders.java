package io.backoff.rewrite.springframework;

import io.backoff.rewrite.config.Configuration;
import io.backoff.rewrite.java.CannotMigrateException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Moves placeholders to the configuration, if all their values have the same meaning there. */
final class Placeholders {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(?<key>[^${}:]+)(?::(?<default>[^${}]*))?}");

    private static final String WITH_UNIT = "[+]?\\d+[a-zA-Z]{1,2}|[+]?P\\S+";

    /**
     * The suffixes of units that may follow a placeholder. Units finer than milliseconds have none, because Spring
     * Framework truncates their values to milliseconds.
     */
    private static final Map<TimeUnit, String> SUFFIXES =
            Map.of(TimeUnit.SECONDS, "s", TimeUnit.MINUTES, "m", TimeUnit.HOURS, "h", TimeUnit.DAYS, "d");

    private final Configuration configuration;

    Placeholders(Configuration configuration) {
        this.configuration = configuration;
    }

    /**
     * Checks the values of a placeholder, and returns the placeholder unchanged.
     *
     * @param format a pattern for the values that mean the same to Spring Framework and to a policy
     * @throws CannotMigrateException if the placeholder's default, or a configured value, does not have this format
     */
    Value check(String name, String text, String format) {
        List<String> values = values(name, text);
        values.stream().filter(value -> !value.matches(format)).findFirst().ifPresent(value -> {
            throw new CannotMigrateException(
                    "'%s' may have the value '%s', which a policy cannot read: write a number, or a duration such as '500ms'"
                            .formatted(text, value),
                    "annotations");
        });
        return Value.placeholder(text);
    }

    /**
     * Returns a placeholder for a duration, followed by the unit if its values are plain numbers.
     *
     * @throws CannotMigrateException if it is unknown whether the placeholder's values need the unit
     */
    Value withUnit(String name, String text, TimeUnit unit) {
        List<String> values = values(name, text);
        if (!values.isEmpty()
                && SUFFIXES.containsKey(unit)
                && values.stream().allMatch(value -> value.matches("\\d+"))) {
            return Value.placeholder(text + SUFFIXES.get(unit));
        }
        if (!values.isEmpty() && values.stream().allMatch(value -> value.matches(WITH_UNIT))) {
            return Value.placeholder(text);
        }
        throw new CannotMigrateException(
                "a plain number as the value of '%s' would mean milliseconds: give the value a unit in the configuration"
                        .formatted(text),
                "annotations");
    }

    /** Returns the values that the configuration gives the placeholder, and the default that the placeholder states. */
    private List<String> values(String name, String text) {
        Matcher placeholder = PLACEHOLDER.matcher(text);
        if (!placeholder.matches()) {
            throw new CannotMigrateException(
                    "'%s' is more than a placeholder: move all of it to the configuration".formatted(name),
                    "annotations");
        }
        return Stream.concat(
                        configuration.documents().stream().map(document -> document.value(placeholder.group("key"))),
                        Stream.of(placeholder).map(matched -> matched.group("default")))
                .filter(Objects::nonNull)
                .map(String::trim)
                .toList();
    }
}
