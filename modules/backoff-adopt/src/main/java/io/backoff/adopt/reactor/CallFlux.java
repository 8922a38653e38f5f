package io.backoff.adopt.reactor;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;

/** A {@link Flux} whose subscriptions are adopted calls. */
final class CallFlux<T> extends FluxOperator<T, T> {

    private final Flux<? extends T> publisher;
    private final Subscriptions calls;

    CallFlux(Flux<? extends T> publisher, Subscriptions calls) {
        super(publisher);
        this.publisher = publisher;
        this.calls = calls;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        calls.subscribe(publisher, subscriber, false);
    }
}
