package io.backoff.rewrite.springframework;

import io.backoff.rewrite.config.Configuration;
import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.library.Translation;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.Map;
import java.util.Set;
import org.openrewrite.java.tree.JavaSourceFile;

/** Translates {@code @Retryable} of Spring Framework 7. */
public final class SpringFramework implements RetryLibrary {

    private static final String ANNOTATIONS = "org.springframework.resilience.annotation.";
    private static final String RETRIES = "org.springframework.resilience.retry.";
    private static final String CODE = "org.springframework.core.retry.";
    private static final String EVENTS = "annotations";

    private final RetriedMethods methods = new RetriedMethods();

    @Override
    public void scan(JavaSourceFile file) {
        methods.scan(file);
    }

    @Override
    public String annotation() {
        return ANNOTATIONS + "Retryable";
    }

    @Override
    public String guide() {
        return "docs/migration/spring-framework.md";
    }

    @Override
    public Set<String> attributeTypes() {
        return Set.of("java.util.concurrent.TimeUnit");
    }

    @Override
    public Set<String> switches() {
        return Set.of(ANNOTATIONS + "EnableResilientMethods");
    }

    @Override
    public Set<String> neighbors() {
        return Set.of(ANNOTATIONS + "ConcurrencyLimit");
    }

    @Override
    public Map<String, String> code() {
        return Map.of(
                CODE + "RetryTemplate",
                "retrytemplate",
                CODE + "RetryPolicy",
                "retrytemplate",
                CODE + "RetryListener",
                "retrytemplate",
                CODE + "RetryOperations",
                "retrytemplate",
                RETRIES + "MethodRetryEvent",
                EVENTS,
                RETRIES + "AbstractRetryInterceptor",
                EVENTS,
                RETRIES + "SimpleRetryInterceptor",
                EVENTS,
                ANNOTATIONS + "RetryAnnotationBeanPostProcessor",
                EVENTS);
    }

    @Override
    public Translation translate(AnnotatedElement element, Configuration configuration) {
        AttributeValues values = new AttributeValues(element.attributes(), configuration);
        if (element.attributes().has("predicate")) {
            throw new CannotMigrateException(
                    "a predicate of one method has no equivalent: write a Classifier bean, which applies to all policies",
                    "no-equivalent");
        }
        methods.check(element);
        PolicySettings settings = limited(values.maxRetries());
        settings = Delays.add(settings, values);
        settings = maxElapsed(settings, values.timeout());
        return Translation.to(Failures.add(settings, element.attributes()));
    }

    /**
     * Returns settings that limit the retries. A placeholder becomes {@code max-retries}, because its value counts
     * retries. A literal is converted to {@code max-attempts}, as usual in policies.
     */
    private static PolicySettings limited(Value retries) {
        return retries.isKnown()
                ? PolicySettings.empty()
                        .with("max-attempts", (long) Math.min(retries.number(), Integer.MAX_VALUE - 1) + 1)
                : PolicySettings.empty().with("max-retries", retries.text());
    }

    private static PolicySettings maxElapsed(PolicySettings settings, Value timeout) {
        return timeout.is(0) ? settings : settings.with("max-elapsed", timeout.text());
    }
}
