package io.backoff.idempotency.reactor;

import io.backoff.idempotency.key.CallContext;
import io.backoff.idempotency.method.IdempotentAdapter;
import io.backoff.idempotency.method.IdempotentCall;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Handles methods that return a {@code Mono}. Each subscription is a call: the method is invoked only
 * if the claim is granted. A store that blocks is called on threads that may block.
 */
final class MonoIdempotence implements IdempotentAdapter {

    private final SubscriberPrincipal principal;

    MonoIdempotence(SubscriberPrincipal principal) {
        this.principal = principal;
    }

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return returned == Mono.class && !KotlinDetector.isSuspendingFunction(method);
    }

    @Override
    public ResolvableType resultOf(ResolvableType returned) {
        return returned.as(Mono.class).getGeneric();
    }

    @Override
    public boolean asynchronous() {
        return true;
    }

    @Override
    public Object call(IdempotentCall call) {
        CallContext caller = call.context();
        return Mono.deferContextual(context -> principal(caller)
                .flatMap(name -> begin(call, new ReactorContext(name.orElse(null), context)))
                .flatMap(begun -> begun.isDuplicate() ? replay(begun) : run(call, begun))
                // Without this, a subscriber's onErrorContinue would store a failure in here as an empty result.
                .onErrorStop());
    }

    // The principal of the caller's thread counts if the subscriber's context has none.
    private Mono<Optional<String>> principal(CallContext caller) {
        return principal.name().map(Optional::of).defaultIfEmpty(Optional.ofNullable(caller.principal()));
    }

    private static Mono<IdempotentCall.Begun> begin(IdempotentCall call, CallContext context) {
        return on(call, Mono.fromCallable(() -> call.begin(context)));
    }

    private static Mono<Object> replay(IdempotentCall.Begun begun) {
        return Mono.defer(() -> {
            try {
                return Mono.justOrEmpty(begun.replay());
            } catch (Throwable failure) {
                return Mono.error(failure);
            }
        });
    }

    private static Mono<Object> run(IdempotentCall call, IdempotentCall.Begun begun) {
        // How a cancellation ends the claim: an operation that has already ended keeps its outcome.
        AtomicReference<Runnable> end = new AtomicReference<>(() -> begun.threw(new CancellationException()));
        return Mono.defer(() -> invoke(call))
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .doOnNext(result -> end.set(() -> begun.returned(result.orElse(null))))
                .doOnError(failure -> end.set(() -> begun.threw(failure)))
                .onErrorResume(failure -> ending(call, end).then(Mono.error(failure)))
                .flatMap(result -> ending(call, end).then(Mono.justOrEmpty(result)))
                .doOnCancel(() -> call.execute(end.get()));
    }

    @SuppressWarnings("unchecked") // supports() has checked the return type.
    private static Mono<Object> invoke(IdempotentCall call) {
        try {
            return (Mono<Object>) Objects.requireNonNull(call.proceed(), "The method returned null instead of a Mono");
        } catch (Throwable failure) {
            return Mono.error(failure);
        }
    }

    private static Mono<Void> ending(IdempotentCall call, AtomicReference<Runnable> end) {
        return on(call, Mono.fromRunnable(end.get()));
    }

    private static <T> Mono<T> on(IdempotentCall call, Mono<T> work) {
        return call.blocks() ? work.subscribeOn(Schedulers.boundedElastic()) : work;
    }
}
