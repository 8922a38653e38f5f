package io.backoff.config.source;

import io.backoff.config.ExpectedValue;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyOrigins;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.core.env.Environment;

/**
 * Reports invalid properties under {@code backoff}, with a remedy: unknown keys, and values that cannot be converted,
 * are out of range or contradict one another. Runs before Spring Boot's own analyzers, which report all other
 * properties.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidPropertyFailureAnalyzer extends AbstractFailureAnalyzer<Throwable> {

    private final Environment environment;

    InvalidPropertyFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, Throwable failure) {
        return rejection(failure)
                .map(rejection -> rejection.analysis(rootFailure))
                .orElse(null);
    }

    /** Returns the report about the configuration; empty if the failure has another cause. */
    Optional<ConfigurationRejection> rejection(Throwable failure) {
        InvalidPropertyException invalid = findCause(failure, InvalidPropertyException.class);
        if (invalid != null) {
            return Optional.of(ConfigurationRejection.of(invalid));
        }
        UnknownKeysException unknown = findCause(failure, UnknownKeysException.class);
        if (unknown != null) {
            return Optional.of(ConfigurationRejection.of(unknown.properties()));
        }
        BindException notBound = findCause(failure, BindException.class);
        return notBound != null
                        && (notBound.getName().equals(WrittenProperties.ROOT)
                                || WrittenProperties.ROOT.isAncestorOf(notBound.getName()))
                ? rejection(notBound)
                : Optional.empty();
    }

    private Optional<ConfigurationRejection> rejection(BindException failure) {
        UnboundConfigurationPropertiesException unbound =
                findCause(failure, UnboundConfigurationPropertiesException.class);
        if (unbound != null) {
            WrittenProperties written = new WrittenProperties(environment);
            return Optional.of(ConfigurationRejection.of(unbound.getUnboundProperties().stream()
                    .map(written::winner)
                    .distinct()
                    .toList()));
        }
        ConversionFailedException failed = findCause(failure, ConversionFailedException.class);
        ConfigurationProperty property = failure.getProperty();
        if (failed != null && property != null) {
            ExpectedValue expected =
                    ExpectedValue.of(failed.getTargetType().getResolvableType(), String.valueOf(failed.getValue()));
            return Optional.of(rejection(ConfigurationRejection.Invalid.of(property, expected.reason()), expected));
        }
        return findCause(failure, ConverterNotFoundException.class) == null
                ? Optional.empty()
                : Optional.of(keysMissing(failure.getName().toString(), property));
    }

    private ConfigurationRejection keysMissing(String name, @Nullable ConfigurationProperty property) {
        Object value = property == null ? environment.getProperty(name) : property.getValue();
        ExpectedValue keys = ExpectedValue.keysBelow(name);
        String origin = new PropertyOrigins(environment).of(name);
        return rejection(new ConfigurationRejection.Invalid(name, value, null, origin, keys.reason()), keys);
    }

    private ConfigurationRejection rejection(ConfigurationRejection.Invalid invalid, ExpectedValue expected) {
        return ConfigurationRejection.of(invalid.resolvedBy(environment), expected.action());
    }
}
