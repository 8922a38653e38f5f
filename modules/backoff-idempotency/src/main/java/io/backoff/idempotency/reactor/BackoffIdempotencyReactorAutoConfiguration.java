package io.backoff.idempotency.reactor;

import java.security.Principal;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import reactor.core.publisher.Mono;

/** Supports idempotent methods that return a {@code Mono}. */
@AutoConfiguration
@ConditionalOnClass(Mono.class)
public final class BackoffIdempotencyReactorAutoConfiguration {

    @Bean
    MonoIdempotence backoffMonoIdempotence(ObjectProvider<SubscriberPrincipal> principal) {
        return new MonoIdempotence(principal.getIfAvailable(() -> SubscriberPrincipal.NONE));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ReactiveSecurityContextHolder.class)
    static class Security {

        @Bean
        SubscriberPrincipal backoffSubscriberPrincipal() {
            return () -> ReactiveSecurityContextHolder.getContext()
                    .flatMap(context -> Mono.justOrEmpty(context.getAuthentication()))
                    .map(Principal::getName);
        }
    }
}
