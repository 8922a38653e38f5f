package io.backoff.reactor;

import io.backoff.engine.RetryScope;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** A publisher whose source runs in one scope, and whose subscriber receives signals in another. */
final class ScopedFlux<T> extends Flux<T> {

    private final Publisher<T> source;
    private final @Nullable RetryScope inside;
    private final @Nullable RetryScope outside;

    ScopedFlux(Publisher<T> source, @Nullable RetryScope inside, @Nullable RetryScope outside) {
        this.source = source;
        this.inside = inside;
        this.outside = outside;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        new ScopedSubscriber<T>(subscriber, inside, outside).subscribeTo(source);
    }
}
