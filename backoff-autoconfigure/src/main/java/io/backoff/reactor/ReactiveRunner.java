package io.backoff.reactor;

import io.backoff.engine.RetryScope;
import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** Runs calls whose result is a publisher. Each subscription is a call. */
final class ReactiveRunner {

    private ReactiveRunner() {}

    static <T> Mono<T> mono(Guard guard, Operation<? extends @Nullable Publisher<T>> operation) {
        return Mono.deferContextual(
                context -> call(guard, operation, true, context).run().singleOrEmpty());
    }

    static <T> Flux<T> flux(Guard guard, Operation<? extends @Nullable Publisher<T>> operation) {
        return Flux.deferContextual(
                context -> call(guard, operation, false, context).run());
    }

    private static <T> ReactiveCall<T> call(
            Guard guard, Operation<? extends @Nullable Publisher<T>> operation, boolean single, ContextView context) {
        RetryScope outside = Subscriber.scopeOf(context);
        return new ReactiveCall<>(begin(guard, context, outside), operation, single, outside, Context.of(context));
    }

    /**
     * Begins a call in the subscriber's observation. Without automatic context propagation, that observation is in the
     * Reactor context but not on the thread.
     */
    private static Call begin(Guard guard, ContextView context, @Nullable RetryScope outside) {
        Observation observation = context.getOrDefault(ObservationThreadLocalAccessor.KEY, null);
        if (observation == null) {
            return guard.begin(outside);
        }
        Observation.Scope scope = observation.openScope();
        try {
            return guard.begin(outside);
        } finally {
            scope.close();
        }
    }
}
