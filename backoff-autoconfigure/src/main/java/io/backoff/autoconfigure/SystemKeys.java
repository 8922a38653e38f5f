package io.backoff.autoconfigure;

import io.backoff.policy.Spelling;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Rejects misspelled keys in environment variables and system properties. Spring Boot accepts any name there, as other
 * programs use them too; so a name is rejected only if nothing but a key can be meant.
 */
final class SystemKeys {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("backoff");

    private SystemKeys() {}

    /**
     * Looks at all names.
     *
     * @throws UnknownKeysException if one is misspelled
     */
    static void check(Environment environment) {
        if (!(environment instanceof ConfigurableEnvironment configurable)) {
            return;
        }
        List<ConfigurationProperty> unknown = Stream.concat(
                        unknown(configurable, StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME),
                        unknown(configurable, StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME))
                .toList();
        if (!unknown.isEmpty()) {
            throw new UnknownKeysException(unknown);
        }
    }

    private static Stream<ConfigurationProperty> unknown(ConfigurableEnvironment environment, String name) {
        PropertySource<?> source = environment.getPropertySources().get(name);
        if (!(source instanceof EnumerablePropertySource<?> names)) {
            return Stream.empty();
        }
        boolean variables = name.equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        return Arrays.stream(names.getPropertyNames()).flatMap(each -> unknown(names, each, variables).stream());
    }

    private static Optional<ConfigurationProperty> unknown(
            EnumerablePropertySource<?> source, String name, boolean variable) {
        // The environment of a container may hold names with dots.
        Optional<ConfigurationPropertyName> unknown =
                variable && name.indexOf('.') < 0 ? VariableName.misspelled(name) : ofProperty(name);
        String kind = variable ? "environment variable" : "system property";
        return unknown.map(key -> new ConfigurationProperty(
                key, String.valueOf(source.getProperty(name)), new NamedOrigin(kind + " " + name)));
    }

    private static Optional<ConfigurationPropertyName> ofProperty(String name) {
        if (!name.startsWith("backoff.")) {
            return Optional.empty();
        }
        ConfigurationPropertyName key = ConfigurationPropertyName.adapt(name, '.');
        return KeyTree.leave(key).filter(SystemKeys::isMeant).map(unknown -> key);
    }

    // Directly under 'backoff' may be what others have named so.
    private static boolean isMeant(KeyTree.Unknown unknown) {
        return !unknown.parent().equals(PREFIX.toString())
                || Spelling.closest(unknown.part(), unknown.siblings()).isPresent();
    }

    private record NamedOrigin(String name) implements Origin {

        @Override
        public String toString() {
            return name;
        }
    }
}
