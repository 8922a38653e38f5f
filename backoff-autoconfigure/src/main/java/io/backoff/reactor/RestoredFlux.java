package io.backoff.reactor;

import io.backoff.engine.CallerContext;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** A publisher that is subscribed to in the context of another thread. */
final class RestoredFlux<T> extends Flux<T> {

    private final Flux<T> source;
    private final CallerContext.Snapshot context;

    RestoredFlux(Flux<T> source, CallerContext.Snapshot context) {
        this.source = source;
        this.context = context;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        CallerContext.Scope restored = context.restore();
        try {
            source.subscribe(subscriber);
        } finally {
            restored.close();
        }
    }
}
