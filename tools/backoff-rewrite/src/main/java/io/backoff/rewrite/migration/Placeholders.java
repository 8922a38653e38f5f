package io.backoff.rewrite.migration;

import io.backoff.rewrite.config.Configuration;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the values of placeholders in the configuration, because policies reject some values that other libraries
 * accept.
 */
final class Placeholders {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^:}]+)[:}].*");
    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,11}");

    private Placeholders() {}

    /** @throws CannotMigrateException if the value of a placeholder has no meaning in a policy */
    static void check(PolicySettings settings, Configuration configuration) {
        settings.fields().forEach((field, value) -> {
            Matcher placeholder = PLACEHOLDER.matcher(value);
            if (placeholder.matches() && isNumber(field, value)) {
                check(placeholder.group(1), configuration);
            }
        });
    }

    private static boolean isNumber(String field, String value) {
        return field.equals("max-attempts") || value.endsWith("}ms");
    }

    private static void check(String key, Configuration configuration) {
        configuration.documents().stream()
                .map(document -> document.value(key))
                .filter(value -> value != null && !NUMBER.matcher(value).matches())
                .findFirst()
                .ifPresent(value -> {
                    throw new CannotMigrateException(
                            "the value of '%s' is '%s', which is not a positive whole number of up to 12 digits: write one"
                                    .formatted(key, value),
                            "by-one-command");
                });
    }
}
