package io.backoff.config.source;

import io.backoff.config.PropertyKeys;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.SettingsGroup;
import io.backoff.config.WrittenProperties;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/**
 * Warns about changes of keys that are only read at startup: all keys under {@code backoff} except policies and
 * budgets.
 */
public final class RestartKeys {

    private static final Logger logger = SpringLogger.of(RestartKeys.class);

    private static final LogMessage RESTART_NEEDED = LogMessage.warning(
            "Backoff: the configuration has changed, but only policies and budgets can change at run time. Restart "
                    + "the application to apply %s. Only the types of the new values have been checked");

    private final Map<ConfigurationPropertyName, String> started;
    private Map<ConfigurationPropertyName, String> seen;

    /**
     * Records the values at startup.
     *
     * @param environment the environment at startup
     */
    public RestartKeys(Environment environment) {
        this.started = values(environment);
        this.seen = started;
    }

    /**
     * Logs the keys that have changed since the previous call of this method. Ignores keys that have the same value as
     * at startup.
     */
    public void look(Environment environment) {
        Map<ConfigurationPropertyName, String> now = values(environment);
        Map<ConfigurationPropertyName, String> before = seen;
        seen = now;
        Set<ConfigurationPropertyName> keys = new TreeSet<>(now.keySet());
        keys.addAll(before.keySet());
        String changed = keys.stream()
                .filter(key -> !Objects.equals(now.get(key), before.get(key)))
                .filter(key -> !Objects.equals(now.get(key), started.get(key)))
                .map(key -> "'" + key + "' (" + origin(environment, key) + ")")
                .collect(Collectors.joining(", "));
        if (!changed.isEmpty()) {
            RESTART_NEEDED.with(changed).log(logger);
        }
    }

    private static String origin(Environment environment, ConfigurationPropertyName key) {
        return new WrittenProperties(environment)
                .at(key)
                .findFirst()
                .map(property -> PropertyOrigins.describe(property.getOrigin()))
                .orElse("removed");
    }

    private static Map<ConfigurationPropertyName, String> values(Environment environment) {
        Map<ConfigurationPropertyName, String> values = new HashMap<>();
        new WrittenProperties(environment)
                .below(WrittenProperties.ROOT)
                .filter(property -> isReadAtStartup(property.getName()))
                .forEach(property -> values.put(property.getName(), value(environment, property)));
        return values;
    }

    private static boolean isReadAtStartup(ConfigurationPropertyName name) {
        return Arrays.stream(SettingsGroup.values())
                        .noneMatch(group -> group.root().isAncestorOf(name))
                && PropertyKeys.leave(name).isEmpty();
    }

    // Random placeholders are not resolved, because each resolution yields another value.
    private static String value(Environment environment, ConfigurationProperty property) {
        String text = String.valueOf(property.getValue());
        return text.contains("${random.") ? text : environment.resolvePlaceholders(text);
    }
}
