package io.backoff.adopt.reactor;

import io.backoff.adopt.AdoptedCall;
import io.backoff.adopt.AdoptedInvocation;
import io.backoff.adopt.AdoptedMethod;
import io.backoff.adopt.AdoptedResult;
import io.backoff.engine.RetryScopeHolder;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Runs the calls of methods that return a {@link Mono} or a {@link Flux}. Each subscription is a call. Where the library
 * subscribes again, each of its subscriptions is an attempt; where it retries only what the method throws, the first
 * subscription ends the call that created the publisher.
 */
final class AdoptedPublisher implements AdoptedResult {

    @Override
    public boolean supports(Class<?> type) {
        // Only these, because callers get a publisher of ours, which is no ConnectableFlux, say.
        return type == Mono.class || type == Flux.class;
    }

    @Override
    public @Nullable Object call(AdoptedInvocation invocation) throws Throwable {
        AdoptedMethod method = invocation.method();
        AdoptedCall creating = isSubscribedAgain(method) ? null : invocation.begin();
        Throwable tooLate = creating == null ? null : creating.endedTooLate();
        return tooLate == null ? call(invocation, creating) : failed(invocation, tooLate);
    }

    private static Publisher<?> failed(AdoptedInvocation invocation, Throwable failure) {
        Class<?> type = invocation.invocation().getMethod().getReturnType();
        return type == Flux.class ? Flux.error(failure) : Mono.error(failure);
    }

    private static @Nullable Object call(AdoptedInvocation invocation, @Nullable AdoptedCall creating)
            throws Throwable {
        AdoptedMethod method = invocation.method();
        @Nullable Object value;
        try {
            value = invocation.proceed();
        } catch (Throwable thrown) {
            notCreated(method, creating, thrown);
            throw thrown;
        }
        if (value instanceof Mono<?> mono) {
            return new CallMono<>(mono, new Subscriptions(method, creating));
        }
        if (value instanceof Flux<?> flux) {
            return new CallFlux<>(flux, new Subscriptions(method, creating));
        }
        notCreated(creating);
        return value;
    }

    private static boolean isSubscribedAgain(AdoptedMethod method) {
        return method.retry().asynchronous().publishers();
    }

    private static void notCreated(AdoptedMethod method, @Nullable AdoptedCall creating, Throwable thrown) {
        AdoptedCall call = creating;
        if (call == null) {
            call = method.begin(RetryScopeHolder.current());
            call.execution().begin();
            call.execution().attemptFailed(thrown);
        }
        call.over(thrown);
    }

    private static void notCreated(@Nullable AdoptedCall creating) {
        if (creating != null) {
            creating.execution().attemptReturned(null);
            creating.over(null);
        }
    }

    @Override
    public @Nullable Object attempt(AdoptedInvocation invocation) throws Throwable {
        AdoptedCall creating = invocation.call();
        if (creating != null) {
            return creating.next() == null ? creating.repeat() : creating.proceed(invocation);
        }
        AdoptedMethod method = invocation.method();
        Object value = invocation.proceed();
        if (value instanceof Mono<?> mono) {
            return new AttemptMono<>(mono, method);
        }
        return value instanceof Flux<?> flux ? new AttemptFlux<>(flux, method) : value;
    }
}
