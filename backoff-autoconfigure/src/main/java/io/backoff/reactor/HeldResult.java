package io.backoff.reactor;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Holds the result of an attempt until the call has judged it. A result that the subscriber does not receive is
 * discarded, because it may be a resource that must be released, such as a pooled buffer. No result is both received
 * and discarded, and none is discarded twice.
 */
final class HeldResult<T> extends AtomicReference<@Nullable T> {

    private static final long serialVersionUID = 1L;

    // The subscriber's context contains the hooks for discarded values.
    private final transient Context context;
    // The result may arrive on one thread while another thread drops it.
    private volatile boolean dropped;

    HeldResult(Context context) {
        this.context = context;
    }

    /** Holds a result, or discards it if {@link #drop} has already been called. */
    void hold(T arrived) {
        discard(getAndSet(arrived));
        if (dropped) {
            drop();
        }
    }

    /** Discards the result; if it has not arrived yet, as soon as it arrives. */
    void drop() {
        dropped = true;
        discard(getAndSet(null));
    }

    /**
     * Passes the result to the returned publisher, which emits it. If the subscriber cancels before the emission, the
     * publisher discards the result.
     */
    Flux<T> release() {
        T released = getAndSet(null);
        return released == null ? Flux.empty() : new Release<>(released);
    }

    private void discard(@Nullable T unused) {
        if (unused != null) {
            Operators.onDiscard(unused, context);
        }
    }

    /** Emits a result. Unlike {@code Flux.just}, it discards the result if the subscriber cancels first. */
    private static final class Release<T> extends Flux<T> {

        private final T released;

        Release(T released) {
            this.released = released;
        }

        @Override
        public void subscribe(CoreSubscriber<? super T> subscriber) {
            subscriber.onSubscribe(new Emission<>(released, subscriber));
        }
    }

    private static final class Emission<T> extends AtomicBoolean implements Subscription {

        private static final long serialVersionUID = 1L;

        private final transient T released;
        private final transient CoreSubscriber<? super T> subscriber;

        Emission(T released, CoreSubscriber<? super T> subscriber) {
            this.released = released;
            this.subscriber = subscriber;
        }

        @Override
        public void request(long number) {
            if (compareAndSet(false, true)) {
                subscriber.onNext(released);
                subscriber.onComplete();
            }
        }

        @Override
        public void cancel() {
            if (compareAndSet(false, true)) {
                Operators.onDiscard(released, subscriber.currentContext());
            }
        }
    }
}
