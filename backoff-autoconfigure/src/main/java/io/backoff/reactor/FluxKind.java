package io.backoff.reactor;

import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.pace.Turn;
import io.backoff.result.Followed;
import io.backoff.result.ResultKind;
import io.backoff.result.Start;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.KotlinDetector;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * The kind of methods that return a {@code Flux}. Each subscription is a call. An attempt can fail after some of its
 * elements have reached the subscriber, so the result is a stream and not a value that a policy can judge.
 */
final class FluxKind implements ResultKind {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return returned == Flux.class && !KotlinDetector.isSuspendingFunction(method);
    }

    @Override
    public boolean lazy() {
        return true;
    }

    /** {@code false}, because elements reach the subscriber before the last one is known. */
    @Override
    public boolean single() {
        return false;
    }

    @Override
    @SuppressWarnings("unchecked") // supports() has checked the method.
    public Object retry(Guard guard, Operation<@Nullable Object> operation) {
        return ReactiveRunner.flux(guard, (Operation<@Nullable Publisher<Object>>) (Operation<?>) operation);
    }

    @Override
    public Object defer(Start start) {
        return Flux.deferContextual(context -> started(start, context));
    }

    private static Flux<Object> started(Start start, ContextView context) {
        try {
            return flux(start.start(Subscriber.of(context)));
        } catch (Throwable failure) {
            return Flux.error(failure);
        }
    }

    @Override
    public Object inTurn(Call call, Turn turn, Start start) {
        return new ReactiveTimer(call).turn(turn).thenMany(SignalledErrors.of(flux(defer(start))));
    }

    @Override
    public Object follow(@Nullable Object result, Followed followed) {
        return new FollowedFlux<>(flux(result), followed);
    }

    @SuppressWarnings("unchecked") // The method returns a Flux.
    private static Flux<Object> flux(@Nullable Object result) {
        return result == null
                ? Flux.error(new NullPointerException("The method returned null instead of a Flux"))
                : (Flux<Object>) result;
    }

    @Override
    public Object completed(@Nullable Object value) {
        return Mono.justOrEmpty(value).flux();
    }
}
