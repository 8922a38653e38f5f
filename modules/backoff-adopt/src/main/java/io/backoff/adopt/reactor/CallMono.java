package io.backoff.adopt.reactor;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoOperator;

/** A {@link Mono} whose subscriptions are adopted calls. */
final class CallMono<T> extends MonoOperator<T, T> {

    private final Mono<? extends T> publisher;
    private final Subscriptions calls;

    CallMono(Mono<? extends T> publisher, Subscriptions calls) {
        super(publisher);
        this.publisher = publisher;
        this.calls = calls;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        calls.subscribe(publisher, subscriber, true);
    }
}
