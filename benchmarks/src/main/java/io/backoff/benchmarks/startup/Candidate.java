package io.backoff.benchmarks.startup;

import io.backoff.Backoff;
import io.backoff.benchmarks.call.Configurations;
import io.backoff.benchmarks.call.Marked;
import io.github.resilience4j.retry.annotation.Retry;

/** A way to guard beans: an annotation, and the configuration that processes it. */
enum Candidate {
    NO_ADVICE(Configurations.Nothing.class, ""),
    NOOP_CGLIB(Configurations.Noop.class, '@' + Marked.class.getName()),
    BACKOFF_UNMETERED(Configurations.Unmetered.class, '@' + Backoff.class.getName()),
    BACKOFF(Configurations.Metered.class, '@' + Backoff.class.getName()),
    FRAMEWORK(Configurations.Framework.class, "@org.springframework.resilience.annotation.Retryable"),
    SPRING_RETRY(Configurations.SpringRetry.class, "@org.springframework.retry.annotation.Retryable"),
    RESILIENCE4J(Configurations.Resilience4j.class, '@' + Retry.class.getName() + "(name = \"default\")"),
    RESILIENCE4J_METERED(
            Configurations.MeteredResilience4j.class, '@' + Retry.class.getName() + "(name = \"default\")"),
    /** The no-op advice, with beans to which it does not apply. */
    NOOP_ON_OTHERS(Configurations.Noop.class, ""),
    BACKOFF_ON_OTHERS(Configurations.Unmetered.class, "");

    final Class<?> configuration;
    final String annotation;

    Candidate(Class<?> configuration, String annotation) {
        this.configuration = configuration;
        this.annotation = annotation;
    }

    boolean onOthers() {
        return annotation.isEmpty() && this != NO_ADVICE;
    }
}
