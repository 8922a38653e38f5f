package io.backoff.reactor;

import io.backoff.Internal;
import reactor.core.publisher.Mono;

/** Finds the principal of a subscriber. */
@Internal
@FunctionalInterface
public interface SubscriberPrincipal {

    /** Finds no principal. */
    SubscriberPrincipal NONE = Mono::empty;

    /**
     * Reads the name of the principal from the subscriber's context.
     *
     * @return the name; empty if unknown
     */
    Mono<String> name();
}
