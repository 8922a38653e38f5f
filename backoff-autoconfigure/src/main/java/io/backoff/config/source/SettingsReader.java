package io.backoff.config.source;

import io.backoff.config.BackoffProperties;
import io.backoff.config.FailureName;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyKeys;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.RejectionReason;
import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import io.backoff.config.WrittenProperties;
import io.backoff.text.NameSuggestion;
import io.backoff.text.TruncatedText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PlaceholdersResolver;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.handler.IgnoreTopLevelConverterNotFoundBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.env.Environment;
import org.springframework.format.support.FormattingConversionService;

/**
 * Reads the settings of policies and budgets from the configuration and from changes at run time, converting values as
 * the application does.
 */
public final class SettingsReader {

    // SpEL executes code. Permission to change a delay does not imply permission to run code.
    private static final String EXPRESSION = "retry-on-result";
    private static final String PLACEHOLDER = "${";
    // This is longer than any field name, and much shorter than the longest allowed request.
    private static final int LONGEST_FIELD = 40;
    private static final int LONGEST_TEXT = 2_000;

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
        WrittenProperties written = new WrittenProperties(environment);
        KeyChecks checks = new KeyChecks(environment, written);
        checks.names();
        checks.values(binder(written, new PropertySourcesPlaceholdersResolver(environment)));
        SystemKeys.check(environment);
        MissingLibraries.warn(environment, loader);
        return ConfiguredSettings.of(properties, written);
    }

    /** Reads the settings again at run time. */
    public ConfiguredSettings readAgain(Environment environment) {
        return FailureName.read(loader, () -> {
            WrittenProperties written = new WrittenProperties(environment);
            KeyChecks checks = new KeyChecks(environment, written);
            checks.names();
            Binder binder = binder(written, new PropertySourcesPlaceholdersResolver(environment));
            BackoffProperties properties = bind(binder);
            checks.values(binder);
            return ConfiguredSettings.of(properties, written);
        });
    }

    /**
     * Reads changed fields of a policy or a budget. Rejects expressions and placeholders.
     *
     * @param values the values in configuration format, by field
     * @throws InvalidPropertyException if a field does not exist or a value is invalid
     */
    public ConfiguredSettings readChange(SettingsGroup group, String name, Map<String, String> values) {
        return FailureName.read(loader, () -> {
            values.forEach((field, text) -> checkChange(group, name, field, text));
            return convert(group, name, values);
        });
    }

    private static void checkChange(SettingsGroup group, String name, String field, String text) {
        String property = group.property(name, TruncatedText.of(field, LONGEST_FIELD));
        List<String> fields = group.fields();
        if (!fields.contains(field)) {
            String remedy = NameSuggestion.closest(field, fields)
                    .map(RejectionReason::didYouMean)
                    .orElse("Known properties: " + String.join(", ", fields) + ".");
            throw invalid(property, text, "there is no such property", remedy);
        }
        if (field.equals(EXPRESSION)) {
            throw invalid(
                    property,
                    text,
                    "it is an expression, and code cannot be changed at run time",
                    "Change it in the configuration.");
        }
        // Resolving placeholders would reveal the environment.
        if (text.contains(PLACEHOLDER)) {
            throw invalid(property, text, "placeholders are not resolved at run time", "Write the value itself.");
        }
        if (text.length() > LONGEST_TEXT) {
            throw invalid(
                    property,
                    text,
                    "it is longer than " + LONGEST_TEXT + " characters",
                    "Use a shorter value, or change the property in the configuration.");
        }
    }

    private ConfiguredSettings convert(SettingsGroup group, String name, Map<String, String> values) {
        Origin actuator = new PropertyOrigins.Named(Setting.ACTUATOR);
        Map<String, Object> changed = new HashMap<>();
        values.forEach((field, text) ->
                changed.put(group.prefix() + "[" + name + "]." + field, OriginTrackedValue.of(text, actuator)));
        WrittenProperties written = new WrittenProperties(new OriginTrackedMapPropertySource("changed", changed));
        BackoffProperties properties;
        try {
            properties = bind(binder(written, PlaceholdersResolver.NONE));
        } catch (BindException failure) {
            String field = failure.getName().getElement(group.root().getNumberOfElements() + 1, Form.DASHED);
            String text = values.getOrDefault(field, "");
            RejectionReason expected =
                    RejectionReason.of(failure.getName(), failure.getTarget().getType(), text);
            throw invalid(group.property(name, field), text, expected.reason(), expected.remedy());
        }
        values.forEach((field, text) -> {
            if (text.isBlank()
                    && PropertyKeys.needsValue(
                            group.root().append(SettingsGroup.DEFAULT).append(field))) {
                String remedy = "Write a value, or reset the changes with DELETE.";
                throw invalid(group.property(name, field), text, "it is empty", remedy);
            }
        });
        return ConfiguredSettings.of(properties, written);
    }

    private static InvalidPropertyException invalid(String property, String text, String reason, String remedy) {
        return new InvalidPropertyException(property, text, Setting.ACTUATOR, reason, remedy);
    }

    /** Creates a binder that converts values as Spring Boot does for the application. */
    private Binder binder(WrittenProperties written, PlaceholdersResolver placeholders) {
        return new Binder(written.sources(), placeholders, conversions, null, null, null);
    }

    private static BackoffProperties bind(Binder binder) {
        return binder.bindOrCreate(
                "backoff", Bindable.of(BackoffProperties.class), new IgnoreTopLevelConverterNotFoundBindHandler());
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
}
