package io.backoff.adopt.reactor;

import io.backoff.adopt.BackoffAdoptAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Flux;

/** Follows adopted calls that return a {@code Mono} or a {@code Flux}. */
@AutoConfiguration(after = BackoffAdoptAutoConfiguration.class)
@ConditionalOnClass(Flux.class)
public final class BackoffAdoptReactorAutoConfiguration {

    @Bean
    AdoptedPublisher backoffAdoptedPublisher() {
        return new AdoptedPublisher();
    }
}
