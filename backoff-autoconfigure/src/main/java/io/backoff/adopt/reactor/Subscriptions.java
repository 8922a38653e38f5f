package io.backoff.adopt.reactor;

import io.backoff.adopt.AdoptedMethod;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.execution.AdoptedExecution;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The calls of one adopted publisher, one for each subscription. */
final class Subscriptions {

    private final AdoptedMethod method;
    private final boolean subscribedAgain;
    private final AtomicReference<@Nullable AdoptedExecution> creating;

    /**
     * Creates the calls.
     *
     * @param creating the call that has created the publisher, and that the first subscription ends; {@code null} if the
     *     attempts of a call are subscriptions
     */
    Subscriptions(AdoptedMethod method, @Nullable AdoptedExecution creating) {
        this.method = method;
        this.subscribedAgain = creating == null;
        this.creating = new AtomicReference<>(creating);
    }

    /** Begins a call for a subscription. */
    <T> CallSubscriber<T> begin(CoreSubscriber<? super T> subscriber, boolean single) {
        Context context = subscriber.currentContext();
        AdoptedExecution created = creating.getAndSet(null);
        AdoptedExecution call = created != null ? created : begin(context);
        return new CallSubscriber<>(
                subscriber,
                call,
                !subscribedAgain,
                single,
                context.put(RetryScope.class, call).put(method, call));
    }

    private AdoptedExecution begin(ContextView context) {
        AdoptedExecution call = method.begin(scope(context));
        if (!subscribedAgain) {
            call.begin();
        }
        return call;
    }

    private static @Nullable RetryScope scope(ContextView context) {
        return context.<RetryScope>getOrEmpty(RetryScope.class).orElseGet(RetryScopeHolder::current);
    }
}
