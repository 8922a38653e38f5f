package io.backoff.reactor;

import io.backoff.engine.RetryScope;
import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** Runs calls whose result is a publisher. Each subscription is a call. */
final class ReactiveRunner {

    private static final Logger logger = SpringLogger.of(ReactiveRunner.class);

    private static final LogMessage HANDLER_FAILED =
            LogMessage.warning("A handler of the subscriber's observation has thrown an exception");

    private static final LogLimit once = LogLimit.once();

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
        ObservationRegistry registry = observation.getObservationRegistry();
        Observation.Scope former = registry.getCurrentObservationScope();
        Observation.Scope scope = open(observation, registry, former);
        try {
            return guard.begin(outside);
        } finally {
            close(scope);
            // If a handler has thrown, the observation may still be the current one.
            registry.setCurrentObservationScope(former);
        }
    }

    private static Observation.@Nullable Scope open(
            Observation observation, ObservationRegistry registry, Observation.@Nullable Scope former) {
        try {
            return observation.openScope();
        } catch (Throwable broken) {
            ignore(broken);
            // One handler has failed, but others may have opened the scope, and must close it.
            Observation.Scope opened = registry.getCurrentObservationScope();
            return opened == former ? null : opened;
        }
    }

    private static void close(Observation.@Nullable Scope scope) {
        try {
            if (scope != null) {
                scope.close();
            }
        } catch (Throwable broken) {
            ignore(broken);
        }
    }

    private static void ignore(Throwable broken) {
        once.log(HANDLER_FAILED, HANDLER_FAILED.with(), logger, broken);
    }
}
