package io.backoff.adopt.reactor;

import io.backoff.adopt.AdoptedMethod;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoOperator;

/** A {@link Mono} whose subscriptions are attempts of an adopted call. */
final class AttemptMono<T> extends MonoOperator<T, T> {

    private final Mono<? extends T> publisher;
    private final AdoptedMethod method;

    AttemptMono(Mono<? extends T> publisher, AdoptedMethod method) {
        super(publisher);
        this.publisher = publisher;
        this.method = method;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        AttemptSubscriber.subscribe(publisher, subscriber, method, true);
    }
}
