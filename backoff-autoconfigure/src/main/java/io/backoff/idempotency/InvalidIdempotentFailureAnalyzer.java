package io.backoff.idempotency;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reports an annotated method that cannot be idempotent; asked before others, as the causes have analyzers too. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidIdempotentFailureAnalyzer extends AbstractFailureAnalyzer<InvalidIdempotentException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidIdempotentException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), rootFailure);
    }
}
