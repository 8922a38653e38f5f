package io.backoff.reactor;

import io.backoff.engine.operations.ProgrammaticGuards;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Flux;

/** Retries methods that return a {@code Mono} or a {@code Flux}. */
@AutoConfiguration
@ConditionalOnClass(Flux.class)
public final class BackoffReactorAutoConfiguration {

    BackoffReactorAutoConfiguration() {}

    @Bean
    MonoKind backoffMonoKind(ObjectProvider<SubscriberPrincipal> principal) {
        return new MonoKind(() -> principal.getIfAvailable(() -> SubscriberPrincipal.NONE));
    }

    @Bean
    FluxKind backoffFluxKind() {
        return new FluxKind();
    }

    @Bean
    BackoffReactor backoffReactor(ProgrammaticGuards guards) {
        return new BackoffReactor(guards);
    }
}
