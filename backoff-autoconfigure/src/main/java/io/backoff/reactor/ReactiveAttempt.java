package io.backoff.reactor;

import io.backoff.engine.CallerContext;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One attempt of a reactive call, current on the thread that subscribes to it.
 *
 * <p>Reactor throws virtual machine errors instead of signalling them. An attempt reports to its call those that are
 * thrown by a subscription or a request, and signals all other exceptions that are thrown there.
 */
final class ReactiveAttempt<T> extends Flux<T> {

    private final ReactiveCall<T> call;
    private final Publisher<T> source;
    private volatile @Nullable Signals signals;
    private volatile boolean emitted;

    ReactiveAttempt(ReactiveCall<T> call, Publisher<T> source) {
        this.call = call;
        this.source = source;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        Signals started = new Signals(subscriber);
        signals = started;
        CallerContext.Scope scope = call.enter();
        try {
            start(started);
        } catch (Throwable thrown) {
            if (!started.passOn(thrown)) {
                throw thrown;
            }
        } finally {
            scope.close();
        }
    }

    boolean hasEmitted() {
        return emitted;
    }

    /** Cancels the attempt, and ignores what it still emits. */
    void cancel() {
        Signals started = signals;
        if (started != null) {
            started.ended = true;
            started.cancel();
        }
    }

    /**
     * Subscribes without {@code Flux.from}, which reads the error of a {@code Mono.error} and throws virtual machine
     * errors.
     */
    private void start(Signals started) {
        if (source instanceof CorePublisher<T> core) {
            core.subscribe(started);
        } else {
            source.subscribe(started);
        }
    }

    /** Relays signals between the source and its subscriber. */
    private final class Signals implements CoreSubscriber<T>, Subscription {

        private final CoreSubscriber<? super T> subscriber;
        // Volatile, like the next: a timeout cancels on another thread.
        private volatile Subscription upstream = Operators.emptySubscription();
        private volatile boolean ended;

        Signals(CoreSubscriber<? super T> subscriber) {
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
            if (ended) {
                Operators.onNextDropped(value, currentContext());
                return;
            }
            emitted = true;
            call.received(value);
            subscriber.onNext(value);
        }

        @Override
        public void onError(Throwable failure) {
            if (ended) {
                Operators.onErrorDropped(failure, currentContext());
                return;
            }
            ended = true;
            subscriber.onError(failure);
        }

        @Override
        public void onComplete() {
            if (!ended) {
                ended = true;
                subscriber.onComplete();
            }
        }

        @Override
        public void request(long number) {
            try {
                upstream.request(number);
            } catch (Throwable thrown) {
                if (!passOn(thrown)) {
                    throw thrown;
                }
            }
        }

        @Override
        public void cancel() {
            Subscription running = upstream;
            // A timeout is followed by the end of the call, which cancels again.
            upstream = Operators.cancelledSubscription();
            running.cancel();
        }

        /** Signals the exception; {@code false} if the caller has to rethrow it instead. */
        private boolean passOn(Throwable thrown) {
            Throwable signal = Exceptions.isFatal(thrown) ? call.broke(thrown) : thrown;
            if (signal == null || ended) {
                return false;
            }
            ended = true;
            upstream.cancel();
            subscriber.onError(signal);
            return true;
        }
    }
}
