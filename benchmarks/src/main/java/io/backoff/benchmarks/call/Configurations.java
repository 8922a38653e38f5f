package io.backoff.benchmarks.call;

import io.backoff.adopt.BackoffAdoptAutoConfiguration;
import io.backoff.adopt.framework.BackoffAdoptFrameworkAutoConfiguration;
import io.backoff.adopt.resilience4j.BackoffAdoptResilience4jAutoConfiguration;
import io.backoff.adopt.springretry.BackoffAdoptSpringRetryAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration;
import io.github.resilience4j.springboot.retry.autoconfigure.RetryMetricsAutoConfiguration;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.retry.backoff.Sleeper;

/** The configuration that each contestant needs in its application context, and nothing else. */
public final class Configurations {

    private Configurations() {}

    /** No advice at all. */
    @Configuration(proxyBeanMethods = false)
    public static class Nothing {}

    /** The lower bound: an interceptor that only proceeds. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(AopAutoConfiguration.class)
    public static class Noop {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static DefaultPointcutAdvisor noopAdvisor() {
            MethodInterceptor goOn = invocation -> invocation.proceed();
            return new DefaultPointcutAdvisor(new AnnotationMatchingPointcut(null, Marked.class, true), goOn);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({AopAutoConfiguration.class, BackoffAutoConfiguration.class})
    public static class Unmetered {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(BackoffMetricsAutoConfiguration.class)
    public static class Metered extends Unmetered {

        @Bean
        PrometheusMeterRegistry registry() {
            return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods(proxyTargetClass = true)
    public static class Framework {}

    @Configuration(proxyBeanMethods = false)
    @EnableRetry(proxyTargetClass = true)
    public static class SpringRetry {

        /** Without this bean, Spring Retry would sleep for its minimum delay of one millisecond. */
        @Bean
        @SuppressWarnings("serial")
        Sleeper noSleeper() {
            return period -> {};
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({AopAutoConfiguration.class, RetryAutoConfiguration.class})
    public static class Resilience4j {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(RetryMetricsAutoConfiguration.class)
    public static class MeteredResilience4j extends Resilience4j {

        @Bean
        PrometheusMeterRegistry registry() {
            return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        }
    }

    /** Adopts the retries of other libraries. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        BackoffAdoptAutoConfiguration.class,
        BackoffAdoptFrameworkAutoConfiguration.class,
        BackoffAdoptSpringRetryAutoConfiguration.class,
        BackoffAdoptResilience4jAutoConfiguration.class
    })
    public static class Adopting extends Metered {}
}
