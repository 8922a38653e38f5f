package io.backoff.rewrite.springretry;

import io.backoff.rewrite.config.Configuration;
import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.Attributes;
import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.library.Translation;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.Set;

/** Translates {@code @Retryable} of spring-retry. */
public final class SpringRetry implements RetryLibrary {

    private static final String PACKAGE = "org.springframework.retry.annotation.";

    @Override
    public String annotation() {
        return PACKAGE + "Retryable";
    }

    @Override
    public String guide() {
        return "docs/migration/spring-retry.md";
    }

    @Override
    public Set<String> attributeTypes() {
        return Set.of(PACKAGE + "Backoff");
    }

    @Override
    public Set<String> switches() {
        return Set.of(PACKAGE + "EnableRetry");
    }

    @Override
    public Set<String> neighbors() {
        return Set.of(PACKAGE + "CircuitBreaker");
    }

    @Override
    public Translation translate(AnnotatedElement element, Configuration configuration) {
        Attributes attributes = element.attributes();
        return Translation.to(PolicySettings.empty()
                .with("max-attempts", attributes.number("maxAttempts").orElse(3L)));
    }
}
