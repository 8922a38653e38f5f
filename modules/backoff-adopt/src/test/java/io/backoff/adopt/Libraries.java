package io.backoff.adopt;

import io.backoff.adopt.framework.BackoffAdoptFrameworkAutoConfiguration;
import io.backoff.adopt.resilience4j.BackoffAdoptResilience4jAutoConfiguration;
import io.backoff.adopt.springretry.BackoffAdoptSpringRetryAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.jspecify.annotations.NullMarked;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.retry.annotation.EnableRetry;

/** Applications in which other libraries retry. */
@NullMarked
final class Libraries {

    private Libraries() {}

    /** Backoff, with every library switched on. */
    @Configuration(proxyBeanMethods = false)
    @EnableRetry
    @EnableResilientMethods
    @ImportAutoConfiguration(RetryAutoConfiguration.class)
    @Adopting
    static class All {}

    /** Backoff, with the retries of Spring Framework switched on. */
    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    @Adopting
    static class Framework {}

    /** Backoff, with no library switched on. */
    @Configuration(proxyBeanMethods = false)
    @Adopting
    static class None {}

    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffMetricsAutoConfiguration.class,
        BackoffReactorAutoConfiguration.class,
        BackoffAdoptAutoConfiguration.class,
        BackoffAdoptFrameworkAutoConfiguration.class,
        BackoffAdoptResilience4jAutoConfiguration.class,
        BackoffAdoptSpringRetryAutoConfiguration.class
    })
    @Retention(RetentionPolicy.RUNTIME)
    @interface Adopting {}
}
