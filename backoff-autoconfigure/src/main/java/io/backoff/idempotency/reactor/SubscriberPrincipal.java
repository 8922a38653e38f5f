package io.backoff.idempotency.reactor;

import reactor.core.publisher.Mono;

/** Knows on whose behalf a subscriber works. */
@FunctionalInterface
interface SubscriberPrincipal {

    /** Nobody knows. */
    SubscriberPrincipal NONE = Mono::empty;

    /** The name, asked with the context of the subscriber; empty when nobody is known. */
    Mono<String> name();
}
