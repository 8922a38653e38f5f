package io.backoff.reactor;

import io.backoff.engine.RetryScope;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One attempt of a reactive call. It is the thread's current attempt during subscribe, request and cancel, but not
 * while the subscriber handles a signal.
 *
 * <p>Reactor throws virtual machine errors instead of signalling them. If subscribe or request throws such an error,
 * the attempt reports it to its call. Any other exception from these methods becomes an error signal.
 */
final class ReactiveAttempt<T> extends Flux<T> {

    private final ReactiveCall<T> call;
    private final RetryScope scope;
    private final Publisher<T> source;
    private final @Nullable HeldResult<T> result;
    private volatile @Nullable Signals signals;
    private volatile boolean emitted;

    /**
     * Creates an attempt that has not begun.
     *
     * @param scope the scope of the attempt
     * @param result holds the single result of the attempt; {@code null} if it is a stream, whose elements reach the
     *     subscriber as they arrive
     */
    ReactiveAttempt(ReactiveCall<T> call, RetryScope scope, Publisher<T> source, @Nullable HeldResult<T> result) {
        this.call = call;
        this.scope = scope;
        this.source = source;
        this.result = result;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        Signals started = new Signals(subscriber);
        signals = started;
        try {
            started.subscribeTo(source);
        } catch (Throwable thrown) {
            if (!started.passOn(thrown)) {
                throw thrown;
            }
        }
    }

    boolean hasEmitted() {
        return emitted;
    }

    /** Cancels the attempt, and ignores its further signals. */
    void cancel() {
        Signals started = signals;
        if (started != null) {
            started.ended = true;
            started.cancel();
        }
    }

    /** Relays signals between the source and its subscriber. */
    private final class Signals extends ScopedSubscriber<T> {

        private final Context context;
        // Volatile, because a timeout cancels on another thread.
        private volatile boolean ended;

        Signals(CoreSubscriber<? super T> subscriber) {
            super(subscriber, scope, call.outside());
            Context outer = subscriber.currentContext();
            this.context =
                    outer.getOrDefault(RetryScope.class, null) == scope ? outer : outer.put(RetryScope.class, scope);
        }

        @Override
        public Context currentContext() {
            return context;
        }

        @Override
        public void onNext(T value) {
            if (ended) {
                Operators.onDiscard(value, currentContext());
                return;
            }
            emitted = true;
            if (result != null) {
                result.hold(value);
            } else {
                call.received(value);
                super.onNext(value);
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (ended) {
                Operators.onErrorDropped(failure, currentContext());
                return;
            }
            ended = true;
            super.onError(failure);
        }

        @Override
        public void onComplete() {
            if (!ended) {
                ended = true;
                super.onComplete();
            }
        }

        @Override
        public void request(long number) {
            try {
                super.request(number);
            } catch (Throwable thrown) {
                if (!passOn(thrown)) {
                    throw thrown;
                }
            }
        }

        /** Signals the exception; {@code false} if the caller must rethrow it instead. */
        private boolean passOn(Throwable thrown) {
            Throwable signal = Exceptions.isFatal(thrown) ? call.broke(thrown) : thrown;
            if (signal == null || ended) {
                return false;
            }
            ended = true;
            cancel();
            super.onError(signal);
            return true;
        }
    }
}
