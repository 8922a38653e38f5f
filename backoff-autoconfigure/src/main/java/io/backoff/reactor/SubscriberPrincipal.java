package io.backoff.reactor;

import io.backoff.Internal;
import reactor.core.publisher.Mono;

/** Knows the principal on whose behalf a subscriber works. */
@Internal
@FunctionalInterface
public interface SubscriberPrincipal {

    /** Knows no principal. */
    SubscriberPrincipal NONE = Mono::empty;

    /** Returns the name, read from the subscriber's context; empty if unknown. */
    Mono<String> name();
}
