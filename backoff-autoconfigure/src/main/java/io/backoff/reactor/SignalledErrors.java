package io.backoff.reactor;

import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoOperator;

/**
 * Wraps publishers whose {@code subscribe} may run on a thread other than the subscriber's. If {@code subscribe} throws
 * an error, for example an {@link AssertionError} in {@code Mono.fromCallable}, the subscriber gets it as a signal.
 * Without the wrapper, no caller on that thread would catch the error, and the subscriber would wait forever.
 */
final class SignalledErrors {

    private SignalledErrors() {}

    static <T> Mono<T> of(Mono<T> source) {
        return new MonoOperator<T, T>(source) {
            @Override
            public void subscribe(CoreSubscriber<? super T> subscriber) {
                subscribeTo(source, subscriber);
            }
        };
    }

    static <T> Flux<T> of(Flux<T> source) {
        return new FluxOperator<T, T>(source) {
            @Override
            public void subscribe(CoreSubscriber<? super T> subscriber) {
                subscribeTo(source, subscriber);
            }
        };
    }

    private static <T> void subscribeTo(CorePublisher<T> source, CoreSubscriber<? super T> subscriber) {
        try {
            source.subscribe(subscriber);
        } catch (Throwable thrown) {
            subscriber.onError(thrown);
        }
    }
}
