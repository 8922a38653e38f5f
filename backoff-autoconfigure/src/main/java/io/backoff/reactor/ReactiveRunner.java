package io.backoff.reactor;

import io.backoff.engine.Execution;
import io.backoff.engine.Guard;
import io.backoff.engine.Layer;
import io.backoff.engine.Operation;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Carries out calls whose result is a publisher. Nothing happens before a subscription; each one is a call. */
final class ReactiveRunner {

    private ReactiveRunner() {}

    static <T> Mono<T> mono(Guard guard, Operation<? extends @Nullable Publisher<T>> operation) {
        return Mono.deferContextual(context ->
                new ReactiveCall<>(begin(guard, context), operation, true).run().singleOrEmpty());
    }

    static <T> Flux<T> flux(Guard guard, Operation<? extends @Nullable Publisher<T>> operation) {
        return Flux.deferContextual(context -> new ReactiveCall<>(begin(guard, context), operation, false).run());
    }

    private static Execution begin(Guard guard, ContextView context) {
        Layer outer = context.getOrDefault(Layer.class, null);
        return outer != null ? guard.begin(outer) : guard.begin();
    }
}
