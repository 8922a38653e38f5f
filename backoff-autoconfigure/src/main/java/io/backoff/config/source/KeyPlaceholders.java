package io.backoff.config.source;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyOrigins;
import java.util.Locale;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;

/**
 * Rejects placeholders in keys, as in <code>backoff.policies.${name}.delay</code>. They are only resolved in values, so
 * such a key sets a policy whose name nobody can write.
 */
final class KeyPlaceholders {

    private KeyPlaceholders() {}

    /**
     * Checks all names.
     *
     * @throws InvalidPropertyException for the first one with a placeholder
     */
    static void check(Environment environment) {
        if (environment instanceof ConfigurableEnvironment configurable) {
            for (PropertySource<?> each : configurable.getPropertySources()) {
                if (each instanceof EnumerablePropertySource<?> names) {
                    check(names);
                }
            }
        }
    }

    private static void check(EnumerablePropertySource<?> source) {
        for (String each : source.getPropertyNames()) {
            if (each.contains("${") && each.toLowerCase(Locale.ROOT).matches("backoff[._\\[].*")) {
                throw new InvalidPropertyException(
                        each,
                        String.valueOf(source.getProperty(each)),
                        PropertyOrigins.describe(source, each),
                        "a placeholder in a key is not resolved",
                        "Write the name itself: placeholders are for values.");
            }
        }
    }
}
