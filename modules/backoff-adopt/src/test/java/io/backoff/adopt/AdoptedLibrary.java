package io.backoff.adopt;

import io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.retry.annotation.EnableRetry;
import reactor.core.Exceptions;

/** A library whose retries are adopted, with its differences from the others. */
enum AdoptedLibrary {
    FRAMEWORK(Framework.class),
    SPRING_RETRY(SpringRetry.class),
    RESILIENCE4J(Resilience4j.class);

    private final Class<?> configuration;

    AdoptedLibrary(Class<?> configuration) {
        this.configuration = configuration;
    }

    /** The configuration that enables this library and no other: methods may have the annotations of all. */
    Class<?> configuration() {
        return configuration;
    }

    /** Whether it calls the method again if its future fails. Such a library ignores what the method throws. */
    boolean retriesFutures() {
        return this == RESILIENCE4J;
    }

    /** Whether it subscribes again to publishers that fail. Such a library ignores what the method throws. */
    boolean retriesPublishers() {
        return this != SPRING_RETRY;
    }

    /** The failure of the last attempt: the framework wraps it for subscribers whose retries are exhausted. */
    Throwable last(Throwable failure) {
        return this == FRAMEWORK && Exceptions.isRetryExhausted(failure) ? failure.getCause() : failure;
    }

    /** The delays of the fixtures, as far as the library lets them be recorded. */
    List<Duration> delays(int retries) {
        Duration delay = this == SPRING_RETRY ? Duration.ofSeconds(1) : Duration.ZERO;
        return this == FRAMEWORK ? List.of() : java.util.Collections.nCopies(retries, delay);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class Framework {}

    @Configuration(proxyBeanMethods = false)
    @EnableRetry
    static class SpringRetry {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(RetryAutoConfiguration.class)
    static class Resilience4j {}
}
