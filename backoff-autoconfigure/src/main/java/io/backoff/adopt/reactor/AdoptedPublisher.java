package io.backoff.adopt.reactor;

import io.backoff.adopt.AdoptedMethod;
import io.backoff.adopt.AdoptedResult;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.execution.AdoptedExecution;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
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
        return Mono.class.isAssignableFrom(type) || Flux.class.isAssignableFrom(type);
    }

    @Override
    public @Nullable Object call(AdoptedMethod method, ProxyMethodInvocation invocation) throws Throwable {
        AdoptedExecution creating = isSubscribedAgain(method) ? null : method.begin(invocation);
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

    private static void notCreated(AdoptedMethod method, @Nullable AdoptedExecution creating, Throwable thrown) {
        AdoptedExecution call = creating;
        if (call == null) {
            call = method.begin(RetryScopeHolder.current());
            call.begin();
            call.attemptFailed(thrown);
        }
        call.over(thrown);
    }

    private static void notCreated(@Nullable AdoptedExecution creating) {
        if (creating != null) {
            creating.attemptReturned(null);
            creating.over(null);
        }
    }

    @Override
    public @Nullable Object attempt(AdoptedMethod method, ProxyMethodInvocation invocation) throws Throwable {
        AdoptedExecution creating = method.callOf(invocation);
        if (creating != null) {
            return create(method, creating, invocation);
        }
        Object value = invocation.proceed();
        if (value instanceof Mono<?> mono) {
            return new AttemptMono<>(mono, method);
        }
        return value instanceof Flux<?> flux ? new AttemptFlux<>(flux, method) : value;
    }

    private static @Nullable Object create(
            AdoptedMethod method, AdoptedExecution creating, ProxyMethodInvocation invocation) throws Throwable {
        method.library().prepare(creating);
        return creating.next() == null ? method.repeat(creating) : method.proceed(creating, invocation);
    }
}
