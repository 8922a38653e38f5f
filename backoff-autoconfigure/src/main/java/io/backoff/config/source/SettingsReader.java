package io.backoff.config.source;

import io.backoff.config.BackoffProperties;
import io.backoff.config.FailureName;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import io.backoff.config.WrittenProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.handler.IgnoreTopLevelConverterNotFoundBindHandler;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.env.Environment;
import org.springframework.format.support.FormattingConversionService;

/** Reads the settings of policies and budgets, converting values as the application does. */
public final class SettingsReader {

    private final List<ConversionService> conversions = new ArrayList<>();
    private final @Nullable ClassLoader loader;

    /** Creates a reader with the converters and the class loader of an application. */
    public SettingsReader(ConfigurableListableBeanFactory beans) {
        this.loader = beans.getBeanClassLoader();
        FormattingConversionService own = new FormattingConversionService();
        if (!ApplicationConversionService.addBeans(own, beans, ConfigurationPropertiesBinding.VALUE)
                .isEmpty()) {
            conversions.add(own);
        }
        Stream.ofNullable(beans.getConversionService()).forEach(conversions::add);
    }

    /**
     * Reads the settings at startup. Also validates environment variables and system properties, which cannot change
     * later, and warns about properties whose library is missing.
     *
     * @param properties the properties bound by Spring Boot
     */
    public ConfiguredSettings readAtStartup(Environment environment, BackoffProperties properties) {
        KeyChecks checks = new KeyChecks(environment);
        checks.names();
        checks.values(binder(environment));
        SystemKeys.check(environment);
        MissingLibraries.warn(environment, loader);
        return ConfiguredSettings.of(properties, environment);
    }

    /** Reads the settings again at run time. */
    public ConfiguredSettings readAgain(Environment environment) {
        return FailureName.read(loader, () -> read(environment));
    }

    /**
     * Reads changed fields of a policy or a budget.
     *
     * @param values the values in configuration format, by field
     * @throws InvalidPropertyException if a field does not exist or a value is invalid
     */
    public ConfiguredSettings readChange(SettingsGroup group, String name, Map<String, String> values) {
        return FailureName.read(loader, () -> ChangedSetting.of(group, name, values, conversions));
    }

    private ConfiguredSettings read(Environment environment) {
        KeyChecks checks = new KeyChecks(environment);
        checks.names();
        Binder binder = binder(environment);
        BackoffProperties properties = binder.bindOrCreate(
                "backoff", Bindable.of(BackoffProperties.class), new IgnoreTopLevelConverterNotFoundBindHandler());
        checks.values(binder);
        return ConfiguredSettings.of(properties, environment);
    }

    /**
     * Describes in one line why a configuration is invalid, in the words of the report at startup, but without values.
     * If the configuration could not be read, returns the message of the failure. Any other failure is described by its
     * class, because its message may quote the configuration.
     *
     * @param environment the configuration; {@code null} if it could not be read
     */
    public static String describe(Throwable failure, @Nullable Environment environment) {
        return Optional.ofNullable(environment)
                .map(read -> new InvalidPropertyFailureAnalyzer(read).invalidProperty(failure))
                .map(InvalidPropertyException::inOneLine)
                .orElseGet(() -> causeOf(failure));
    }

    private static String causeOf(Throwable failure) {
        return failure instanceof ConfigurationFiles.Unreadable
                ? String.valueOf(failure.getMessage())
                : NestedExceptionUtils.getMostSpecificCause(failure).getClass().getName();
    }

    /** Creates a binder that converts values as Spring Boot does for the application. */
    private Binder binder(Environment environment) {
        return new Binder(
                new WrittenProperties(environment).sources(),
                new PropertySourcesPlaceholdersResolver(environment),
                conversions,
                null,
                null,
                null);
    }
}
