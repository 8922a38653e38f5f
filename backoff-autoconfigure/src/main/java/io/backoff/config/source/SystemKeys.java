package io.backoff.config.source;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyKeys;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.SettingsGroup;
import io.backoff.config.WrittenProperties;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.text.NameSuggestion;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.env.PropertySourceInfo;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Rejects misspelled keys in environment variables and system properties, and warns about other names that begin like
 * keys. Other programs use these sources too, so a name is rejected only if it is certainly meant as a key.
 */
final class SystemKeys {

    private static final Logger logger = SpringLogger.of(SystemKeys.class);
    private static final String ROOT = "backoff";

    private static final LogMessage UNKNOWN_NAME =
            LogMessage.warning("The %s matches no property of Backoff and is ignored. Valid names begin with %s. "
                    + "If it is meant for Backoff, correct its name; otherwise, ignore this warning");
    private static final LogMessage UNSEPARATED_NAME =
            LogMessage.warning("The %s matches no property of Backoff and is ignored. If you meant %s, rename it");
    private static final LogMessage UNREADABLE_NAME =
            LogMessage.warning("The %s is ignored: in a variable, leave out the dashes and underscores in the "
                    + "name of a policy or budget. Write %s");

    private final WrittenProperties written;
    private final List<ConfigurationProperty> unknown = new ArrayList<>();

    private SystemKeys(WrittenProperties written) {
        this.written = written;
    }

    /**
     * Validates all names.
     *
     * @throws InvalidPropertyException if a name is misspelled, if a variable has an underscore too few or too many, or
     *     if a variable has an index although its property is not a list
     */
    static void check(Environment environment) {
        if (environment instanceof ConfigurableEnvironment configurable) {
            SystemKeys keys = new SystemKeys(new WrittenProperties(environment));
            keys.check(configurable, StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
            keys.check(configurable, StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
            if (!keys.unknown.isEmpty()) {
                throw UnknownKeys.rejected(keys.unknown);
            }
        }
    }

    private void check(ConfigurableEnvironment environment, String name) {
        PropertySource<?> source = environment.getPropertySources().get(name);
        if (source instanceof EnumerablePropertySource<?> names) {
            boolean variables = name.equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
            String prefix = source instanceof PropertySourceInfo info ? info.getPrefix() : null;
            for (String key : names.getPropertyNames()) {
                String value = String.valueOf(names.getProperty(key));
                // The environment of a container may contain names with dots, which Spring Boot reads as property
                // names.
                if (variables && key.indexOf('.') < 0) {
                    variable(key, value, prefix);
                } else if (key.startsWith(ROOT + ".")) {
                    property(
                            new PropertyOrigins.Named((variables ? "environment variable " : "system property ") + key),
                            key,
                            value);
                }
            }
        }
    }

    private void property(Origin origin, String property, String value) {
        ConfigurationPropertyName key = ConfigurationPropertyName.adapt(property, '.');
        PropertyKeys.leave(key).ifPresent(part -> {
            // Other programs may use names directly under 'backoff'.
            if (!part.parent().equals(ROOT)
                    || NameSuggestion.closest(part.part(), part.siblings()).isPresent()) {
                unknown.add(new ConfigurationProperty(key, value, origin));
            } else {
                UNKNOWN_NAME
                        .with(origin, ROOT + ". followed by one of " + list(PropertyKeys.below(WrittenProperties.ROOT)))
                        .log(logger);
            }
        });
    }

    private void variable(String variable, String value, @Nullable String prefix) {
        String name = withoutPrefix(variable, prefix);
        Optional<VariableName> parsed = VariableName.of(name);
        if (parsed.isEmpty() || parsed.get().isMapEntry()) {
            return;
        }
        PropertyOrigins.Named origin = new PropertyOrigins.Named("environment variable " + variable);
        String start = variable.substring(0, variable.length() - name.length());
        Optional<VariableName.Reading> key = parsed.get().key();
        if (key.isEmpty()) {
            variable(parsed.get(), name, start, value, origin);
        } else if (!key.get().isSpelled()) {
            throw new InvalidPropertyException(
                    variable,
                    value,
                    origin.name(),
                    "it would be ignored: with its underscores or its index, the name matches no property",
                    "Write " + start + key.get().variable() + ".");
        } else if (key.get().isDivided() && !isBound(name)) {
            UNREADABLE_NAME.with(origin, start + key.get().variable()).log(logger);
        }
    }

    /** Reports a variable that is not a key. */
    private void variable(VariableName parsed, String name, String start, String value, Origin origin) {
        Optional<String> misspelled = parsed.misspelled();
        if (misspelled.isPresent()) {
            unknown.add(
                    new ConfigurationProperty(ConfigurationPropertyName.adapt(misspelled.get(), '.'), value, origin));
        } else if (!parsed.isServiceLink()) {
            parsed.separated()
                    .map(correct -> UNSEPARATED_NAME.with(origin, start + correct))
                    .orElseGet(() -> UNKNOWN_NAME.with(origin, known(name, start + "BACKOFF_")))
                    .log(logger);
        }
    }

    /**
     * Returns the name without the application's prefix for environment variables; empty if the name does not have the
     * prefix.
     */
    private static String withoutPrefix(String name, @Nullable String prefix) {
        if (prefix == null || prefix.isEmpty()) {
            return name;
        }
        int start = name.toLowerCase(Locale.ROOT).indexOf(ROOT + "_");
        return start > 0 && VariableName.letters(name.substring(0, start)).equals(VariableName.letters(prefix))
                ? name.substring(start)
                : "";
    }

    /**
     * Whether the variable sets a field of an entry that another source declares. For such entries, Spring Boot also
     * reads underscores as dashes, as in {@code BACKOFF_POLICIES_CARD_PAYMENTS_MAX_ATTEMPTS}.
     */
    private boolean isBound(String variable) {
        String name = variable.replaceFirst("_\\d+$", "");
        return Arrays.stream(SettingsGroup.values())
                .anyMatch(group -> written.entriesOutsideVariables(group).stream()
                        .map(entry -> group.prefix().replace('.', '_') + "_" + entry + "_")
                        .flatMap(start -> group.fields().stream().map(start::concat))
                        // A dot in the name of an entry does not match an underscore.
                        .anyMatch(key -> key.replace('-', '_').equalsIgnoreCase(name)));
    }

    /** Returns the prefix and the possible suffixes of valid variables, for a warning about an unknown one. */
    private static String known(String variable, String start) {
        for (SettingsGroup group : SettingsGroup.values()) {
            String section = VariableName.section(group);
            if (variable.toLowerCase(Locale.ROOT).startsWith(ROOT + "_" + section)) {
                return start + section.toUpperCase(Locale.ROOT) + "_<NAME>_ followed by one of "
                        + variables(group.fields());
            }
        }
        return start + " followed by one of " + variables(PropertyKeys.below(WrittenProperties.ROOT));
    }

    private static String variables(Collection<String> keys) {
        return list(keys).replace("-", "").toUpperCase(Locale.ROOT);
    }

    private static String list(Collection<String> keys) {
        return String.join(", ", new TreeSet<>(keys));
    }
}
