package io.backoff.config.source;

import io.backoff.config.BackoffProperties;
import io.backoff.config.ExpectedValue;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.PropertyRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.IgnoreTopLevelConverterNotFoundBindHandler;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.env.Environment;

/** Binds all properties under {@code backoff}, for present and absent features, and rejects unknown keys. */
final class StrictBinding {

    private final Environment environment;
    private final List<ConversionService> conversions;
    private final List<ConfigurationPropertySource> sources = new ArrayList<>();
    private final List<ConfigurationProperty> unknown = new ArrayList<>();

    private StrictBinding(Environment environment, List<ConversionService> conversions) {
        this.environment = environment;
        this.conversions = conversions;
        for (ConfigurationPropertySource each : ConfigurationPropertySources.get(environment)) {
            // Most sources have no such keys, and the binder asks each source for every key.
            if (each.containsDescendantOf(PropertyRecord.CORE.prefix()) != ConfigurationPropertyState.ABSENT) {
                sources.add(each);
            }
        }
    }

    /**
     * Binds the properties that belong to no feature. The properties of a feature are only checked, if any is set.
     *
     * @param conversions convert the values; Spring Boot's own follow
     * @throws BindException if a value cannot be converted
     * @throws InvalidPropertyException if a value stands in place of keys
     * @throws UnknownKeysException if there are keys that do not exist
     */
    static BackoffProperties bind(Environment environment, List<ConversionService> conversions) {
        return new StrictBinding(environment, conversions).bind();
    }

    private BackoffProperties bind() {
        Optional<BackoffProperties> core =
                bind(PropertyRecord.CORE, BackoffProperties.class, new IgnoreTopLevelConverterNotFoundBindHandler());
        PropertyRecord.groups().forEach(this::rejectValue);
        PropertyRecord.FEATURES.stream()
                .filter(feature -> isWritten(feature.prefix()))
                .forEach(feature -> bind(feature, feature.type(), BindHandler.DEFAULT));
        return core.filter(properties -> unknown.isEmpty())
                .orElseThrow(() -> new UnknownKeysException(List.copyOf(unknown)));
    }

    private <T> Optional<T> bind(PropertyRecord properties, Class<T> type, BindHandler handler) {
        BindHandler strict = new NoUnboundElementsBindHandler(handler, new UnboundElementsSourceFilter());
        try {
            return Optional.of(binder(properties).bindOrCreate(properties.prefix(), Bindable.of(type), strict));
        } catch (BindException failure) {
            if (!(failure.getCause() instanceof UnboundConfigurationPropertiesException unbound)) {
                throw failure;
            }
            WrittenProperties written = new WrittenProperties(environment);
            unbound.getUnboundProperties().stream()
                    .map(written::winner)
                    .distinct()
                    .forEach(unknown::add);
            return Optional.empty();
        }
    }

    private Binder binder(PropertyRecord properties) {
        return new Binder(
                sources.stream().map(each -> each.filter(properties::owns)).toList(),
                new PropertySourcesPlaceholdersResolver(environment),
                conversions,
                null,
                null,
                null);
    }

    private void rejectValue(ConfigurationPropertyName group) {
        for (ConfigurationPropertySource each : sources) {
            ConfigurationProperty property = each.getConfigurationProperty(group);
            // YAML reads an empty map as an empty string.
            if (property != null && !String.valueOf(property.getValue()).isBlank() && !hasKeysBelow(group)) {
                throw keysMissing(group.toString(), property);
            }
        }
    }

    private static InvalidPropertyException keysMissing(String group, ConfigurationProperty property) {
        ExpectedValue keys = ExpectedValue.keysBelow(group);
        return new InvalidPropertyException(
                group,
                property.getValue(),
                PropertyOrigins.describe(property.getOrigin()),
                keys.reason(),
                keys.action());
    }

    private boolean hasKeysBelow(ConfigurationPropertyName name) {
        return sources.stream().anyMatch(each -> each.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT);
    }

    /** Whether the key, or one below it, may be set: not every source knows its names. */
    private boolean isWritten(ConfigurationPropertyName name) {
        return sources.stream()
                .anyMatch(each -> each.getConfigurationProperty(name) != null
                        || each.containsDescendantOf(name) != ConfigurationPropertyState.ABSENT);
    }
}
