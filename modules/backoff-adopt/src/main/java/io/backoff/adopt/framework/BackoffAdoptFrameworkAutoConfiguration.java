package io.backoff.adopt.framework;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.resilience.annotation.Retryable;

/** Adopts the calls that Spring Framework retries. */
@AutoConfiguration
@ConditionalOnClass(Retryable.class)
public final class BackoffAdoptFrameworkAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static FrameworkRetries backoffFrameworkRetries() {
        return new FrameworkRetries();
    }
}
