package io.backoff.reactor;

import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A subscriber at the boundary between two scopes. Subscribe, request and cancel run in the source's scope; signals run
 * in the subscriber's scope. Therefore, the source's scope never reaches the subscriber, even if the source emits
 * during subscribe or on its own thread.
 *
 * <p>Each of these methods and signals sets the scope of the thread, and restores the previous scope afterwards,
 * without allocation.
 */
class ScopedSubscriber<T> implements CoreSubscriber<T>, Subscription {

    private final CoreSubscriber<? super T> subscriber;
    private final @Nullable RetryScope inside;
    private final @Nullable RetryScope outside;
    // Volatile, because a timeout cancels on another thread.
    private volatile Subscription upstream = Operators.emptySubscription();

    /**
     * Creates a subscriber.
     *
     * @param inside the scope of the source; {@code null} for none
     * @param outside the scope of the subscriber; {@code null} for none
     */
    ScopedSubscriber(CoreSubscriber<? super T> subscriber, @Nullable RetryScope inside, @Nullable RetryScope outside) {
        this.subscriber = subscriber;
        this.inside = inside;
        this.outside = outside;
    }

    /**
     * Subscribes to the source without {@code Flux.from}: that would evaluate a {@code Mono.error}, and throw its error
     * if it is a virtual machine error.
     */
    final void subscribeTo(Publisher<? extends T> source) {
        @Nullable Object[] slot = RetryScopeHolder.slot();
        Object before = slot[0];
        slot[0] = inside;
        try {
            if (source instanceof CorePublisher<? extends T> core) {
                core.subscribe(this);
            } else {
                source.subscribe(this);
            }
        } finally {
            slot[0] = before;
        }
    }

    @Override
    public Context currentContext() {
        return subscriber.currentContext();
    }

    @Override
    public final void onSubscribe(Subscription subscription) {
        upstream = subscription;
        @Nullable Object[] slot = RetryScopeHolder.slot();
        Object before = slot[0];
        slot[0] = outside;
        try {
            subscriber.onSubscribe(this);
        } finally {
            slot[0] = before;
        }
    }

    @Override
    public void onNext(T value) {
        @Nullable Object[] slot = RetryScopeHolder.slot();
        Object before = slot[0];
        slot[0] = outside;
        try {
            subscriber.onNext(value);
        } finally {
            slot[0] = before;
        }
    }

    @Override
    public void onError(Throwable failure) {
        @Nullable Object[] slot = RetryScopeHolder.slot();
        Object before = slot[0];
        slot[0] = outside;
        try {
            subscriber.onError(failure);
        } finally {
            slot[0] = before;
        }
    }

    @Override
    public void onComplete() {
        @Nullable Object[] slot = RetryScopeHolder.slot();
        Object before = slot[0];
        slot[0] = outside;
        try {
            subscriber.onComplete();
        } finally {
            slot[0] = before;
        }
    }

    @Override
    public void request(long number) {
        @Nullable Object[] slot = RetryScopeHolder.slot();
        Object before = slot[0];
        slot[0] = inside;
        try {
            upstream.request(number);
        } finally {
            slot[0] = before;
        }
    }

    /** Whether the source has been cancelled. */
    final boolean isCancelled() {
        return upstream == Operators.cancelledSubscription();
    }

    /**
     * Cancels the source only once, although this method may be called twice: at the timeout of an attempt, and at the
     * end of the call.
     */
    @Override
    public void cancel() {
        Subscription running = upstream;
        upstream = Operators.cancelledSubscription();
        @Nullable Object[] slot = RetryScopeHolder.slot();
        Object before = slot[0];
        slot[0] = inside;
        try {
            running.cancel();
        } finally {
            slot[0] = before;
        }
    }
}
