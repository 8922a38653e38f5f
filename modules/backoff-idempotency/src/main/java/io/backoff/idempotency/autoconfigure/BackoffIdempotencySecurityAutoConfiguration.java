package io.backoff.idempotency.autoconfigure;

import io.backoff.idempotency.key.SecurityPrincipal;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.context.SecurityContextHolder;

/** Binds idempotency keys to the principal of Spring Security. */
@AutoConfiguration
@ConditionalOnClass(SecurityContextHolder.class)
public final class BackoffIdempotencySecurityAutoConfiguration {

    @Bean
    SecurityPrincipal backoffCurrentPrincipal() {
        return new SecurityPrincipal();
    }
}
