package io.backoff.reactor;

import io.backoff.engine.RetryScope;
import io.backoff.engine.execution.Execution;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Runs calls whose result is a publisher. Nothing happens before a subscription; each subscription is a call. */
final class ReactiveRunner {

    private ReactiveRunner() {}

    static <T> Mono<T> mono(Guard guard, Operation<? extends @Nullable Publisher<T>> operation) {
        return Mono.deferContextual(context ->
                new ReactiveCall<>(begin(guard, context), operation, true).run().singleOrEmpty());
    }

    static <T> Flux<T> flux(Guard guard, Operation<? extends @Nullable Publisher<T>> operation) {
        return Flux.deferContextual(context -> new ReactiveCall<>(begin(guard, context), operation, false).run());
    }

    /**
     * Begins a call in the subscriber's observation, which only its context holds if automatic context propagation is
     * off.
     */
    private static Execution begin(Guard guard, ContextView context) {
        RetryScope outer = context.getOrDefault(RetryScope.class, null);
        Observation observation = context.getOrDefault(ObservationThreadLocalAccessor.KEY, null);
        if (observation == null) {
            return begin(guard, outer);
        }
        Observation.Scope scope = observation.openScope();
        try {
            return begin(guard, outer);
        } finally {
            scope.close();
        }
    }

    private static Execution begin(Guard guard, @Nullable RetryScope outer) {
        return outer != null ? guard.begin(outer) : guard.begin();
    }
}
