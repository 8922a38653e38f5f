package io.backoff.rewrite.springframework;

import io.backoff.rewrite.config.Configuration;
import io.backoff.rewrite.java.CannotMigrateException;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Carries placeholders over to the configuration, where each of their values has to mean the same. */
final class Placeholders {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(?<key>[^${}:]+)(?::(?<default>[^${}]*))?}");

    private final Configuration configuration;

    Placeholders(Configuration configuration) {
        this.configuration = configuration;
    }

    /**
     * Returns the placeholder.
     *
     * @param format the values that the Framework and a policy read alike
     * @throws CannotMigrateException if its default, or a value that the configuration has for it, is another
     */
    Value check(String name, String text, String format) {
        Matcher placeholder = PLACEHOLDER.matcher(text);
        if (!placeholder.matches()) {
            throw new CannotMigrateException("'%s' is more than a placeholder".formatted(name), "annotations");
        }
        Optional<String> differing = configuration.documents().stream()
                .map(each -> each.value(placeholder.group("key")))
                .filter(Objects::nonNull)
                .filter(each -> !each.matches(format))
                .findFirst();
        String byDefault = placeholder.group("default");
        if (differing.isPresent() || byDefault != null && !byDefault.matches(format)) {
            throw new CannotMigrateException(
                    "'%s' may have the value '%s', which a policy does not read"
                            .formatted(text, differing.orElse(byDefault)),
                    "annotations");
        }
        return Value.placeholder(text);
    }
}
