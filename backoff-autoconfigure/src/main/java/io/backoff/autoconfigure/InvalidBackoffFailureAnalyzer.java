package io.backoff.autoconfigure;

import io.backoff.method.InvalidBackoffException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Reports an annotated method that cannot be guarded. Runs before other analyzers, because some of them would report
 * the cause of the exception instead.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidBackoffFailureAnalyzer extends AbstractFailureAnalyzer<InvalidBackoffException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidBackoffException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), rootFailure);
    }
}
