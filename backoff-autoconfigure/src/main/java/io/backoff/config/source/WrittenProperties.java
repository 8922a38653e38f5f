package io.backoff.config.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/** The properties that any source sets: files, environment variables, system properties and others. */
final class WrittenProperties {

    private final List<ConfigurationPropertySource> sources = new ArrayList<>();

    WrittenProperties(Environment environment) {
        ConfigurationPropertySources.get(environment).forEach(sources::add);
    }

    /**
     * The properties of a name, each from the source that wins; without empty ones.
     *
     * @param entries whether it is a map or a list, so that the names below it count too; below a single value, they
     *     belong to another program, such as {@code BACKOFF_KAFKA_LISTENER_PORT}
     */
    Stream<ConfigurationProperty> at(ConfigurationPropertyName name, boolean entries) {
        Map<ConfigurationPropertyName, ConfigurationProperty> found = new LinkedHashMap<>();
        for (ConfigurationPropertySource source : sources) {
            names(source, name, entries).forEach(each -> {
                ConfigurationProperty property = source.getConfigurationProperty(each);
                if (property != null) {
                    found.putIfAbsent(each, property);
                }
            });
        }
        return found.values().stream()
                .filter(each -> !String.valueOf(each.getValue()).isBlank());
    }

    /**
     * The property of the same name in the source that wins. The binder ignores an empty value, and reports a value of
     * the same name in any other source as unused.
     */
    ConfigurationProperty winner(ConfigurationProperty property) {
        return sources.stream()
                .map(each -> each.getConfigurationProperty(property.getName()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(property);
    }

    private static Stream<ConfigurationPropertyName> names(
            ConfigurationPropertySource source, ConfigurationPropertyName name, boolean entries) {
        Stream<ConfigurationPropertyName> below = entries && source instanceof IterableConfigurationPropertySource names
                ? names.stream().filter(name::isAncestorOf)
                : Stream.empty();
        return Stream.concat(Stream.of(name), below);
    }
}
