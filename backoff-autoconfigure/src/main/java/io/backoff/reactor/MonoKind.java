package io.backoff.reactor;

import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.pace.Turn;
import io.backoff.result.Caller;
import io.backoff.result.Followed;
import io.backoff.result.ResultKind;
import io.backoff.result.Start;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.KotlinDetector;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/**
 * The kind of methods that return a {@code Mono}. Each subscription is a call. A call that this library makes, and does
 * not only observe, learns the name of its subscriber's principal before it begins.
 */
final class MonoKind implements ResultKind {

    private final Supplier<SubscriberPrincipal> principal;

    MonoKind(Supplier<SubscriberPrincipal> principal) {
        this.principal = principal;
    }

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return returned == Mono.class && !KotlinDetector.isSuspendingFunction(method);
    }

    @Override
    public boolean lazy() {
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // supports() has checked the method.
    public Object retry(Guard guard, Operation<@Nullable Object> operation) {
        return ReactiveRunner.mono(guard, (Operation<@Nullable Publisher<Object>>) (Operation<?>) operation);
    }

    @Override
    public Object defer(Start start) {
        return start.owned()
                // Without onErrorStop(), a subscriber's onErrorContinue would turn a failure into an empty result.
                ? Mono.deferContextual(context -> owned(start, context)).onErrorStop()
                : Mono.deferContextual(context -> started(start, Subscriber.of(context)));
    }

    private Mono<Object> owned(Start start, ContextView context) {
        Subscriber subscriber = Subscriber.of(context);
        return principal
                .get()
                .name()
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .flatMap(name -> started(start, subscriber.with(name.orElse(null)), start.blocks()));
    }

    // A subscriber may cancel while another thread is starting the call. Even then, this code subscribes to the
    // publisher that start() returns, so that the cancellation reaches the call.
    private static Mono<Object> started(Start start, Caller caller, boolean blocks) {
        return blocks
                ? SignalledErrors.of(Mono.defer(() -> started(start, caller))).subscribeOn(Schedulers.boundedElastic())
                : started(start, caller);
    }

    private static Mono<Object> started(Start start, Caller caller) {
        try {
            return mono(start.start(caller));
        } catch (Throwable failure) {
            return Mono.error(failure);
        }
    }

    @Override
    public Object inTurn(Call call, Turn turn, Start start) {
        return new ReactiveTimer(call).turn(turn).then(SignalledErrors.of(mono(defer(start))));
    }

    @Override
    public Object follow(@Nullable Object result, Followed followed) {
        return new FollowedMono<>(mono(result), followed);
    }

    @SuppressWarnings("unchecked") // The method returns a Mono.
    private static Mono<Object> mono(@Nullable Object result) {
        return result == null
                ? Mono.error(new NullPointerException("The method returned null instead of a Mono"))
                : (Mono<Object>) result;
    }

    @Override
    public Object completed(@Nullable Object value) {
        return Mono.justOrEmpty(value);
    }
}
