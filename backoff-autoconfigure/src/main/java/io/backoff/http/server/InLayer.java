package io.backoff.http.server;

import io.backoff.engine.Layer;
import io.backoff.engine.LayerScope;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

/**
 * A publisher that is subscribed to, and gives its signals, in a layer: for handlers that are not reactive. They run
 * within one or the other, and find the layer at their thread.
 */
final class InLayer<T> extends Flux<T> {

    private final Publisher<T> source;
    private final Layer layer;

    InLayer(Publisher<T> source, Layer layer) {
        this.source = source;
        this.layer = layer;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        run(() -> source.subscribe(new Signals(subscriber)));
    }

    private void run(Runnable action) {
        Layer around = LayerScope.current();
        LayerScope.set(layer);
        try {
            action.run();
        } finally {
            LayerScope.set(around);
        }
    }

    private final class Signals implements CoreSubscriber<T> {

        private final CoreSubscriber<? super T> subscriber;

        Signals(CoreSubscriber<? super T> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public Context currentContext() {
            return subscriber.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscriber.onSubscribe(subscription);
        }

        @Override
        public void onNext(T value) {
            run(() -> subscriber.onNext(value));
        }

        @Override
        public void onError(Throwable failure) {
            run(() -> subscriber.onError(failure));
        }

        @Override
        public void onComplete() {
            run(subscriber::onComplete);
        }
    }
}
