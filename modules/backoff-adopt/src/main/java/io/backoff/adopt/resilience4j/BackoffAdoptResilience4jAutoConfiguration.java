package io.backoff.adopt.resilience4j;

import io.backoff.adopt.AdoptMode;
import io.github.resilience4j.retry.RetryRegistry;
import io.github.resilience4j.spring6.retry.configure.RetryAspect;
import org.springframework.aop.aspectj.AbstractAspectJAdvice;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/** Adopts the calls that Resilience4j retries. */
@AutoConfiguration
@ConditionalOnClass(
        value = {RetryAspect.class, AbstractAspectJAdvice.class},
        name = "org.aspectj.lang.JoinPoint")
public final class BackoffAdoptResilience4jAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Resilience4jRetries backoffResilience4jRetries(
            Environment environment, ObjectProvider<RetryRegistry> registry) {
        return new Resilience4jRetries(environment, registry);
    }

    /** The method is static, because a bean post-processor is created before other beans. */
    @Bean
    static RetryCustomizers backoffRetryCustomizers(Environment environment) {
        return new RetryCustomizers(AdoptMode.of(environment));
    }
}
