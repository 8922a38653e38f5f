package io.backoff.config.source;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.InvalidPropertyException.Invalid;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.RejectionReason;
import io.backoff.config.WrittenProperties;
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
 * Reports invalid properties under {@code backoff}, each with a remedy. A property is invalid if its key is unknown,
 * or if its value cannot be converted, is out of range or contradicts another value. Runs before Spring Boot's own
 * analyzers, which report all other properties.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidPropertyFailureAnalyzer extends AbstractFailureAnalyzer<Throwable> {

    private final Environment environment;

    InvalidPropertyFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, Throwable failure) {
        InvalidPropertyException invalid = invalidProperty(failure);
        return invalid == null ? null : new FailureAnalysis(invalid.report(), invalid.remedy(), rootFailure);
    }

    /** Returns the report about the configuration; {@code null} if the failure has another cause. */
    @Nullable
    InvalidPropertyException invalidProperty(Throwable failure) {
        InvalidPropertyException invalid = findCause(failure, InvalidPropertyException.class);
        BindException notBound = findCause(failure, BindException.class);
        return invalid == null
                        && notBound != null
                        && (notBound.getName().equals(WrittenProperties.ROOT)
                                || WrittenProperties.ROOT.isAncestorOf(notBound.getName()))
                ? invalidProperty(notBound)
                : invalid;
    }

    private @Nullable InvalidPropertyException invalidProperty(BindException failure) {
        WrittenProperties written = new WrittenProperties(environment);
        UnboundConfigurationPropertiesException unbound =
                findCause(failure, UnboundConfigurationPropertiesException.class);
        if (unbound != null) {
            return UnknownKeys.rejected(unbound.getUnboundProperties());
        }
        String name = failure.getName().toString();
        ConfigurationProperty property = failure.getProperty();
        ConversionFailedException failed = findCause(failure, ConversionFailedException.class);
        if (failed != null && property != null) {
            RejectionReason rejection = RejectionReason.of(
                    property.getName(), failed.getTargetType().getResolvableType(), String.valueOf(failed.getValue()));
            return rejected(
                    property.getName().toString(),
                    property.getValue(),
                    PropertyOrigins.describe(property.getOrigin()),
                    rejection);
        }
        Object value = property == null ? environment.getProperty(name) : property.getValue();
        return findCause(failure, ConverterNotFoundException.class) == null
                ? null
                : rejected(name, value, written.origin(name), RejectionReason.keysBelow(name));
    }

    /**
     * Creates the report. If the value contains placeholders, the report shows the resolved value too, because that is
     * the invalid one.
     */
    private InvalidPropertyException rejected(
            String property, @Nullable Object value, String origin, RejectionReason rejection) {
        String text = value instanceof CharSequence written ? written.toString() : "";
        String found = environment.resolvePlaceholders(text);
        String resolved = found.equals(text) ? null : found;
        return new InvalidPropertyException(
                new Invalid(property, value, resolved, origin, rejection.reason()), rejection.remedy());
    }
}
