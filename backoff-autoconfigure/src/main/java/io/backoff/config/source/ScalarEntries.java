package io.backoff.config.source;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.SettingsGroup;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Rejects a policy or a budget that is set to a value, as in {@code backoff.policies.payments=5}, which the binder
 * ignores. {@link SystemKeys} checks environment variables, as they may belong to other programs.
 */
public final class ScalarEntries {

    private ScalarEntries() {}

    /**
     * Checks all names.
     *
     * @throws InvalidPropertyException for the first one that is set to a value
     */
    public static void check(Environment environment) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            boolean variables = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
            if (!variables && source instanceof IterableConfigurationPropertySource names) {
                names.stream().forEach(name -> check(source, name));
            }
        }
    }

    private static void check(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        for (SettingsGroup each : SettingsGroup.values()) {
            if (each.root().isParentOf(name)) {
                check(each, source.getConfigurationProperty(name));
            }
        }
    }

    // YAML reads an empty map as an empty string.
    private static void check(SettingsGroup group, @Nullable ConfigurationProperty property) {
        if (property != null && !String.valueOf(property.getValue()).isBlank()) {
            String name = property.getName().toString();
            throw new InvalidPropertyException(
                    name,
                    property.getValue(),
                    PropertyOrigins.describe(property.getOrigin()),
                    "it takes properties, not a value of its own",
                    "Set one of its properties, as in '" + name + "."
                            + group.fields().get(0) + "'.");
        }
    }
}
