package io.backoff.autoconfigure;

import io.backoff.policy.UnknownPolicyException;
import io.backoff.text.NameSuggestion;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports that a bean asked for a policy that does not exist. */
final class UnknownPolicyFailureAnalyzer extends AbstractFailureAnalyzer<UnknownPolicyException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownPolicyException cause) {
        String declare = "eclare 'backoff.policies." + cause.name() + "' in the configuration.";
        String remedy = NameSuggestion.closest(cause.name(), cause.known())
                .map(closest -> "Did you mean '" + closest + "'? Otherwise d" + declare)
                .orElse("D" + declare);
        return new FailureAnalysis(String.valueOf(cause.getMessage()), remedy, rootFailure);
    }
}
