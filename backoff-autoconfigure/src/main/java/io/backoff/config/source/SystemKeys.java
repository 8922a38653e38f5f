package io.backoff.config.source;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyOrigins;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.env.PropertySourceInfo;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Rejects misspelled keys in environment variables and system properties, and warns of other names that begin like
 * keys. Spring Boot accepts any name there, as other programs use them too; so a name is rejected only if it can mean
 * nothing but a key.
 */
public final class SystemKeys {

    private static final Logger logger = SpringLogger.of(SystemKeys.class);

    private static final LogMessage UNREADABLE_NAME = LogMessage.warning(
            "The %s is ignored: the name of a policy or a budget has no dashes or underscores there. Write %s");

    private SystemKeys() {}

    /**
     * Checks all names.
     *
     * @throws UnknownKeysException if one is misspelled
     * @throws InvalidPropertyException if one has its underscores in other places than the key, or an index in vain
     */
    public static void check(Environment environment) {
        if (!(environment instanceof ConfigurableEnvironment configurable)) {
            return;
        }
        List<ConfigurationProperty> unknown = unknown(configurable).toList();
        if (!unknown.isEmpty()) {
            throw new UnknownKeysException(unknown);
        }
    }

    private static Stream<ConfigurationProperty> unknown(ConfigurableEnvironment environment) {
        return Stream.concat(
                unknown(environment, StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME),
                unknown(environment, StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME));
    }

    private static Stream<ConfigurationProperty> unknown(ConfigurableEnvironment environment, String name) {
        PropertySource<?> source = environment.getPropertySources().get(name);
        if (!(source instanceof EnumerablePropertySource<?> names)) {
            return Stream.empty();
        }
        boolean variables = name.equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        Supplier<Set<String>> entries = () -> new PropertyOrigins(environment).variablesOfEntries();
        String prefix = source instanceof PropertySourceInfo info ? info.getPrefix() : null;
        return Arrays.stream(names.getPropertyNames())
                .flatMap(each -> unknown(names, new SystemKey(each, variables, prefix), entries).stream());
    }

    private static Optional<ConfigurationProperty> unknown(
            EnumerablePropertySource<?> source, SystemKey key, Supplier<Set<String>> entries) {
        key.respelled().ifPresent(correct -> reject(key, source.getProperty(key.name()), correct));
        if (key.isIgnored()) {
            key.warning().log(logger);
        }
        key.joinedEntry(entries)
                .ifPresent(correct -> UNREADABLE_NAME.with(key, correct).log(logger));
        return key.misspelled()
                .map(meant -> new ConfigurationProperty(
                        meant, String.valueOf(source.getProperty(key.name())), new NamedOrigin(key.toString())));
    }

    private static void reject(SystemKey key, @Nullable Object value, String correct) {
        throw new InvalidPropertyException(
                key.name(),
                String.valueOf(value),
                key.toString(),
                "it would be ignored: its underscores or its index are not those of a key",
                "Write " + correct + ".");
    }

    private record NamedOrigin(String name) implements Origin {

        @Override
        public String toString() {
            return name;
        }
    }
}
