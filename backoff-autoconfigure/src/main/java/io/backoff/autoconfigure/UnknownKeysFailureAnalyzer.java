package io.backoff.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports misspelled environment variables and system properties as unknown keys of files are reported. */
final class UnknownKeysFailureAnalyzer extends AbstractFailureAnalyzer<UnknownKeysException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownKeysException cause) {
        return UnknownKeys.analyze(cause.properties(), rootFailure);
    }
}
