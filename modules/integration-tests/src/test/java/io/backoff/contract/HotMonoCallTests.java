package io.backoff.contract;

import io.backoff.reactor.BackoffReactorAutoConfiguration;
import reactor.core.publisher.Mono;

/** Methods that return a Mono which has already failed or succeeded, or fail before they return one. */
class HotMonoCallTests extends ReturnTypeContract<Mono<String>> {

    HotMonoCallTests() {
        super(Mono::toFuture, BackoffReactorAutoConfiguration.class);
    }

    @Override
    Calls<Mono<String>> calls() {
        return new Calls<>(script, step -> Mono.just(step.get())) {};
    }
}
