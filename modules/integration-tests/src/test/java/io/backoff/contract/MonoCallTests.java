package io.backoff.contract;

import io.backoff.reactor.BackoffReactorAutoConfiguration;
import reactor.core.publisher.Mono;

/** Methods that return a Mono whose supplier fails. */
class MonoCallTests extends ReturnTypeContract<Mono<String>> {

    MonoCallTests() {
        super(Mono::toFuture, BackoffReactorAutoConfiguration.class);
    }

    @Override
    Calls<Mono<String>> calls() {
        return new Calls<>(script, Mono::fromSupplier) {};
    }
}
