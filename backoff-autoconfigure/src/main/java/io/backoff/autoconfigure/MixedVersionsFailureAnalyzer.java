package io.backoff.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports jars of different versions of the library. */
final class MixedVersionsFailureAnalyzer extends AbstractFailureAnalyzer<MixedVersionsException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MixedVersionsException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Give all of them one version: import 'io.backoff:backoff-bom', or depend on 'io.backoff:backoff-starter' "
                        + "alone.",
                rootFailure);
    }
}
