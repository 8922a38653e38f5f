package io.backoff.config.source;

import io.backoff.config.ExpectedValue;
import io.backoff.config.InvalidPropertyReport;
import io.backoff.config.PropertyOrigins;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.core.env.Environment;

/**
 * Reports values under {@code backoff} that cannot be converted, and empty list entries, with a remedy. Runs before
 * Spring Boot's own analyzers, which report all other properties.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class BackoffBindFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("backoff");

    private final Environment environment;

    BackoffBindFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        ConfigurationPropertyName name = cause.getName();
        if (!name.equals(PREFIX) && !PREFIX.isAncestorOf(name)) {
            return null;
        }
        UnboundConfigurationPropertiesException unbound =
                findCause(cause, UnboundConfigurationPropertiesException.class);
        if (unbound != null) {
            WrittenProperties written = new WrittenProperties(environment);
            List<ConfigurationProperty> properties = unbound.getUnboundProperties().stream()
                    .map(written::winner)
                    .distinct()
                    .toList();
            return UnknownKeysFailureAnalyzer.analyze(properties, rootFailure);
        }
        return conversion(rootFailure, cause);
    }

    private @Nullable FailureAnalysis conversion(Throwable rootFailure, BindException cause) {
        ConversionFailedException failed = findCause(cause, ConversionFailedException.class);
        if (failed != null && cause.getProperty() != null) {
            String value = String.valueOf(failed.getValue());
            ExpectedValue expected = ExpectedValue.of(failed.getTargetType().getResolvableType(), value);
            return report(
                    InvalidPropertyReport.of(cause.getProperty(), expected.reason()), expected.action(), rootFailure);
        }
        return findCause(cause, ConverterNotFoundException.class) == null ? null : keysMissing(rootFailure, cause);
    }

    private FailureAnalysis keysMissing(Throwable rootFailure, BindException cause) {
        String name = cause.getName().toString();
        Object value = Optional.ofNullable(cause.getProperty())
                .map(ConfigurationProperty::getValue)
                .orElseGet(() -> environment.getProperty(name));
        ExpectedValue keys = ExpectedValue.keysBelow(name);
        InvalidPropertyReport invalid =
                new InvalidPropertyReport(name, value, new PropertyOrigins(environment).of(name), keys.reason());
        return report(invalid, keys.action(), rootFailure);
    }

    private FailureAnalysis report(InvalidPropertyReport invalid, String action, Throwable rootFailure) {
        return new FailureAnalysis(
                String.format("The retry configuration cannot be used:%n")
                        + invalid.resolvedBy(environment).lines(),
                action,
                rootFailure);
    }
}
