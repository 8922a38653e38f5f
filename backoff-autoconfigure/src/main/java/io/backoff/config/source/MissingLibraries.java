package io.backoff.config.source;

import io.backoff.config.NeedsLibrary;
import io.backoff.config.PropertyField;
import io.backoff.config.PropertyKeys;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.WrittenProperties;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Warns about properties that have no effect because a library is missing. */
public final class MissingLibraries {

    private static final Logger logger = SpringLogger.of(MissingLibraries.class);

    private static final LogMessage LIBRARY_MISSING = LogMessage.warning(
            "'%s' is set, but its library is not on the class path. Add %s, or remove the property (%s)");

    private final Environment environment;
    private final @Nullable ClassLoader loader;
    private final WrittenProperties written;

    private MissingLibraries(Environment environment, @Nullable ClassLoader loader) {
        this.environment = environment;
        this.loader = loader;
        this.written = new WrittenProperties(environment);
    }

    /**
     * Logs the warnings about the properties of an environment.
     *
     * @param loader the class loader of the application
     */
    static void warn(Environment environment, @Nullable ClassLoader loader) {
        MissingLibraries missing = new MissingLibraries(environment, loader);
        PropertyKeys.records().forEach(missing::warn);
    }

    /** The classes by which libraries are detected. */
    public static Stream<String> types() {
        return PropertyKeys.records().values().stream()
                .flatMap(record -> PropertyField.of(record).stream().flatMap(field -> needs(record, field)))
                .map(NeedsLibrary::type);
    }

    private void warn(ConfigurationPropertyName prefix, Class<? extends Record> record) {
        for (PropertyField field : PropertyField.of(record)) {
            ConfigurationPropertyName name = prefix.append(field.name());
            boolean hasEntries = PropertyKeys.isMap(name) || PropertyKeys.isList(name);
            needs(record, field)
                    .filter(need -> !ClassUtils.isPresent(need.type(), loader))
                    .forEach(need -> written.at(name, hasEntries)
                            .filter(property -> isMeant(need, property))
                            .findFirst()
                            .ifPresent(property -> warn(property, need)));
        }
    }

    private boolean isMeant(NeedsLibrary need, ConfigurationProperty property) {
        String value = environment.resolvePlaceholders(String.valueOf(property.getValue()));
        return need.value().isEmpty() ? !value.equalsIgnoreCase("false") : value.equalsIgnoreCase(need.value());
    }

    private static void warn(ConfigurationProperty property, NeedsLibrary need) {
        String origin = PropertyOrigins.describe(property.getOrigin());
        LIBRARY_MISSING.with(property.getName(), need.dependency(), origin).log(logger);
    }

    private static Stream<NeedsLibrary> needs(Class<? extends Record> record, PropertyField field) {
        return Stream.concat(
                Stream.of(record.getAnnotationsByType(NeedsLibrary.class)), field.annotations(NeedsLibrary.class));
    }
}
