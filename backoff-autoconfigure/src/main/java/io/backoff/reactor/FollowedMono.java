package io.backoff.reactor;

import io.backoff.result.Followed;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoOperator;

/** A {@link Mono} whose outcome is reported before its subscriber receives it. */
final class FollowedMono<T> extends MonoOperator<T, T> {

    private final Followed followed;

    FollowedMono(Mono<? extends T> publisher, Followed followed) {
        super(publisher);
        this.followed = followed;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        FollowedSubscriber.<T>subscribe(source, subscriber, followed, true);
    }
}
