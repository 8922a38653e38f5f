package io.backoff.reactor;

import io.backoff.result.Followed;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;

/** A {@link Flux} whose outcome is reported before its subscriber receives it. */
final class FollowedFlux<T> extends FluxOperator<T, T> {

    private final Followed followed;

    FollowedFlux(Flux<? extends T> publisher, Followed followed) {
        super(publisher);
        this.followed = followed;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        FollowedSubscriber.<T>subscribe(source, subscriber, followed, false);
    }
}
