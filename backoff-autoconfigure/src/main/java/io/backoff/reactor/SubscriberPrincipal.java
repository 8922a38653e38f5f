package io.backoff.reactor;

import io.backoff.Internal;
import reactor.core.publisher.Mono;

/**
 * Finds the principal of a subscriber, such as the user that Spring Security stores in the subscriber's context. A
 * publisher may run on any thread, so the principal of the current thread could be somebody else's.
 */
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
