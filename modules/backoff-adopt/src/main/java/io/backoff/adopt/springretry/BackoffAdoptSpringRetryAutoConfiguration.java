package io.backoff.adopt.springretry;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.retry.annotation.AnnotationAwareRetryOperationsInterceptor;

/** Adopts the calls that spring-retry retries. */
@AutoConfiguration
@ConditionalOnClass(AnnotationAwareRetryOperationsInterceptor.class)
public final class BackoffAdoptSpringRetryAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static SpringRetries backoffSpringRetries() {
        return new SpringRetries();
    }
}
