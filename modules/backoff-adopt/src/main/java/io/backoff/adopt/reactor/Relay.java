package io.backoff.adopt.reactor;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** Passes signals and requests on unchanged. */
abstract class Relay<T> implements CoreSubscriber<T>, Subscription {

    final CoreSubscriber<? super T> subscriber;
    private Subscription upstream = Operators.emptySubscription();

    Relay(CoreSubscriber<? super T> subscriber) {
        this.subscriber = subscriber;
    }

    @Override
    public Context currentContext() {
        return subscriber.currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        upstream = subscription;
        subscriber.onSubscribe(this);
    }

    @Override
    public void onNext(T value) {
        subscriber.onNext(value);
    }

    @Override
    public void onError(Throwable failure) {
        subscriber.onError(failure);
    }

    @Override
    public void onComplete() {
        subscriber.onComplete();
    }

    @Override
    public void request(long number) {
        upstream.request(number);
    }

    @Override
    public void cancel() {
        upstream.cancel();
    }
}
