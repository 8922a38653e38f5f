package io.backoff.idempotency.reactor;

import io.backoff.reactor.SubscriberPrincipal;
import java.security.Principal;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import reactor.core.publisher.Mono;

/** Binds the idempotency keys of a subscriber to the subscriber's principal. */
@AutoConfiguration
@ConditionalOnClass({Mono.class, ReactiveSecurityContextHolder.class})
public final class BackoffIdempotencyReactorAutoConfiguration {

    @Bean
    SubscriberPrincipal backoffSubscriberPrincipal() {
        return () -> ReactiveSecurityContextHolder.getContext()
                .flatMap(context -> Mono.justOrEmpty(context.getAuthentication()))
                .map(Principal::getName);
    }
}
