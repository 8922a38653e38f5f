package io.backoff.adopt.reactor;

import io.backoff.adopt.AdoptedMethod;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;

/** A {@link Flux} whose subscriptions are attempts of an adopted call. */
final class AttemptFlux<T> extends FluxOperator<T, T> {

    private final Flux<? extends T> publisher;
    private final AdoptedMethod method;

    AttemptFlux(Flux<? extends T> publisher, AdoptedMethod method) {
        super(publisher);
        this.publisher = publisher;
        this.method = method;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        AttemptSubscriber.subscribe(publisher, subscriber, method, false);
    }
}
