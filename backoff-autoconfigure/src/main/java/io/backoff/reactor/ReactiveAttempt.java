package io.backoff.reactor;

import io.backoff.engine.CallerContext;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One attempt of a reactive call: the current one of the thread that subscribes to it.
 *
 * <p>Reactor throws errors of the virtual machine instead of signalling them. An attempt reports to its call those that
 * are thrown while it is subscribed to or asked for elements, and signals what else is thrown there.
 */
final class ReactiveAttempt<T> extends Flux<T> {

    private final ReactiveCall<T> call;
    private final Publisher<T> source;

    ReactiveAttempt(ReactiveCall<T> call, Publisher<T> source) {
        this.call = call;
        this.source = source;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        Signals signals = new Signals(subscriber);
        CallerContext.Scope scope = call.enter();
        try {
            start(signals);
        } catch (Throwable thrown) {
            if (!signals.passOn(thrown)) {
                throw thrown;
            }
        } finally {
            scope.close();
        }
    }

    /** Not by {@code Flux.from}, which asks a {@code Mono.error} for its error and throws one of the virtual machine. */
    private void start(Signals signals) {
        if (source instanceof CorePublisher<T> core) {
            core.subscribe(signals);
        } else {
            source.subscribe(signals);
        }
    }

    /** What lies between the source and its subscriber. */
    private final class Signals implements CoreSubscriber<T>, Subscription {

        private final CoreSubscriber<? super T> subscriber;
        private Subscription upstream = Operators.emptySubscription();
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
            upstream.cancel();
        }

        /** Signals what was thrown; {@code false} if it has to be thrown on, to a subscriber that is there to get it. */
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
