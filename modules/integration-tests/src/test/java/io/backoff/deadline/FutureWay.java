package io.backoff.deadline;

import io.backoff.engine.BackoffOperations;
import io.backoff.reactor.BackoffReactor;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The ways to make guarded calls in Java that no thread waits for. */
enum FutureWay implements AsyncWay {
    FUTURE_METHOD((context, policy, attempt) -> called(context, GuardedBeans.Futures.class, policy, attempt)),
    FUTURE_OPERATIONS((context, policy, attempt) ->
            context.getBean(BackoffOperations.class).callAsync(policy, attempt)),
    MONO_METHOD((context, policy, attempt) -> FutureWay.<Mono<Object>>called(
                    context, GuardedBeans.Monos.class, policy, attempt)
            .toFuture()),
    MONO_OPERATIONS((context, policy, attempt) -> context.getBean(BackoffReactor.class)
            .call(policy, () -> Mono.fromFuture(attempt))
            .toFuture()),
    FLUX_METHOD((context, policy, attempt) -> FutureWay.<Flux<Object>>called(
                    context, GuardedBeans.Fluxes.class, policy, attempt)
            .last()
            .toFuture()),
    FLUX_OPERATIONS((context, policy, attempt) -> context.getBean(BackoffReactor.class)
            .callMany(policy, () -> Mono.fromFuture(attempt).flux())
            .last()
            .toFuture());

    private final Start start;

    FutureWay(Start start) {
        this.start = start;
    }

    @Override
    public CompletableFuture<Object> start(
            ApplicationContext context, String policy, Supplier<CompletableFuture<Object>> attempt) {
        return start.start(context, policy, attempt);
    }

    @Override
    public boolean isAnnotated() {
        return name().endsWith("METHOD");
    }

    @SuppressWarnings("unchecked") // The methods of the bean return this type.
    private static <R> R called(
            ApplicationContext context, Class<?> bean, String policy, Supplier<CompletableFuture<Object>> attempt) {
        try {
            return (R) GuardedBeans.invoke(context.getBean(bean), policy, Supplier.class, attempt);
        } catch (Throwable failure) {
            throw new AssertionError("The method threw instead of returning a failure", failure);
        }
    }

    private interface Start {

        CompletableFuture<Object> start(
                ApplicationContext context, String policy, Supplier<CompletableFuture<Object>> attempt);
    }
}
