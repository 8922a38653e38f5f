package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.Attributes;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.List;
import java.util.Set;

/** Translates the attributes of {@code @Retryable} to the fields of a policy. */
final class RetryableSettings {

    private static final Set<String> KNOWN = Set.of(
            "recover",
            "interceptor",
            "value",
            "include",
            "retryFor",
            "exclude",
            "noRetryFor",
            "notRecoverable",
            "label",
            "stateful",
            "maxAttempts",
            "maxAttemptsExpression",
            "backoff",
            "exceptionExpression",
            "listeners");
    private static final double DEFAULT_ATTEMPTS = 3;

    private RetryableSettings() {}

    static PolicySettings of(Attributes attributes) {
        reject(attributes);
        PolicySettings settings = PolicySettings.empty();
        Amount attempts = Amount.of(
                attributes,
                "maxAttemptsExpression",
                attributes.number("maxAttempts").map(Long::doubleValue).orElse(DEFAULT_ATTEMPTS));
        if (attempts.number() != null && attempts.number() < 1) {
            throw new CannotMigrateException(
                    "with 'maxAttempts' below 1, the method is never called: write 1 or more", "annotations");
        }
        settings = settings.with("max-attempts", attempts.text());
        settings = Delays.add(settings, attributes.nestedOrEmpty("backoff"), attempts.number());
        return Failures.add(settings, attributes);
    }

    private static void reject(Attributes attributes) {
        for (String name : attributes.names()) {
            if (!KNOWN.contains(name)) {
                throw new CannotMigrateException(
                        "'" + name + "' is not known: write '@Backoff' by hand", "annotations");
            }
        }
        if (attributes.flag("stateful").orElse(false)) {
            throw new CannotMigrateException(
                    "'stateful' has no equivalent: remove it, or retry where the method is called", "no-equivalent");
        }
        if (!attributes.text("interceptor").orElse("").isBlank()) {
            throw new CannotMigrateException(
                    "'interceptor' has no equivalent: advise the method by an aspect", "annotations");
        }
        if (!attributes.text("exceptionExpression").orElse("").isBlank()) {
            throw new CannotMigrateException("'exceptionExpression' becomes a Classifier bean", "annotations");
        }
        List<String> listeners = attributes.texts("listeners");
        if (listeners.size() > 1 || !listeners.isEmpty() && !listeners.get(0).isBlank()) {
            throw new CannotMigrateException("'listeners' become BackoffListener beans", "annotations");
        }
    }
}
