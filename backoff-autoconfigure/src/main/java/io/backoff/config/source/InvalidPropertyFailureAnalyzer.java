package io.backoff.config.source;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.InvalidPropertyReport;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a property that is out of range or contradicts another one. */
final class InvalidPropertyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidPropertyException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidPropertyException cause) {
        InvalidPropertyReport invalid =
                new InvalidPropertyReport(cause.property(), cause.value(), cause.origin(), cause.reason());
        return new FailureAnalysis(
                String.format("The retry configuration cannot be used:%n") + invalid.lines(),
                cause.remedy(),
                rootFailure);
    }
}
