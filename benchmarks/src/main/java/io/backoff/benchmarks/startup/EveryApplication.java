package io.backoff.benchmarks.startup;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.context.MessageSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.autoconfigure.info.ProjectInfoAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/**
 * The configuration that Spring Boot adds to every application, whatever is on its class path. All candidates include
 * it, so that figures show only what the library adds.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    AopAutoConfiguration.class,
    ApplicationAvailabilityAutoConfiguration.class,
    ConfigurationPropertiesAutoConfiguration.class,
    LifecycleAutoConfiguration.class,
    MessageSourceAutoConfiguration.class,
    ProjectInfoAutoConfiguration.class,
    PropertyPlaceholderAutoConfiguration.class,
    SslAutoConfiguration.class,
    TaskExecutionAutoConfiguration.class,
    TaskSchedulingAutoConfiguration.class
})
class EveryApplication {}
