package io.backoff.config.source;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports keys that do not exist, in files, environment variables and system properties. */
final class UnknownKeysFailureAnalyzer extends AbstractFailureAnalyzer<UnknownKeysException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownKeysException cause) {
        return UnknownKeys.analyze(cause.properties(), rootFailure);
    }
}
