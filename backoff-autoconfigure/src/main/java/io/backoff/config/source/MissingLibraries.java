package io.backoff.config.source;

import io.backoff.config.NeedsLibrary;
import io.backoff.config.PropertyField;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.PropertyRecord;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
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
     * Logs the warnings for all sources.
     *
     * @param loader the class loader of the application
     */
    static void warn(Environment environment, @Nullable ClassLoader loader) {
        MissingLibraries missing = new MissingLibraries(environment, loader);
        PropertyRecord.all().forEach(missing::warn);
    }

    /** The classes by which libraries are detected. */
    public static Stream<String> types() {
        return PropertyRecord.all()
                .flatMap(each -> Stream.concat(
                        needs(each.type()),
                        PropertyField.of(each.type()).stream().flatMap(field -> field.annotations(NeedsLibrary.class))))
                .map(NeedsLibrary::type);
    }

    private void warn(PropertyRecord properties) {
        PropertyField.of(properties.type())
                .forEach(field -> Stream.concat(needs(properties.type()), field.annotations(NeedsLibrary.class))
                        .filter(need -> !ClassUtils.isPresent(need.type(), loader))
                        .forEach(need -> written.at(properties.prefix().append(field.name()), hasEntries(field))
                                .filter(property -> isMeant(need, property))
                                .findFirst()
                                .ifPresent(property -> warn(property, need))));
    }

    private static boolean hasEntries(PropertyField field) {
        Class<?> type = field.component().getType();
        return Map.class.isAssignableFrom(type) || Collection.class.isAssignableFrom(type);
    }

    private boolean isMeant(NeedsLibrary need, ConfigurationProperty property) {
        String value = environment.resolvePlaceholders(String.valueOf(property.getValue()));
        return need.value().isEmpty() ? !value.equalsIgnoreCase("false") : value.equalsIgnoreCase(need.value());
    }

    private static void warn(ConfigurationProperty property, NeedsLibrary need) {
        String origin = PropertyOrigins.describe(property.getOrigin());
        LIBRARY_MISSING.with(property.getName(), need.dependency(), origin).log(logger);
    }

    private static Stream<NeedsLibrary> needs(Class<?> record) {
        return Stream.of(record.getAnnotationsByType(NeedsLibrary.class));
    }
}
