package io.backoff.adopt.reactor;

import io.backoff.adopt.AdoptedCall;
import io.backoff.adopt.AdoptedMethod;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The calls of one adopted publisher, one for each subscription. */
final class Subscriptions {

    private final AdoptedMethod method;
    private final boolean subscribedAgain;
    private final AtomicReference<@Nullable AdoptedCall> creating;

    /**
     * Creates the calls.
     *
     * @param creating the call that has created the publisher, and that the first subscription ends; {@code null} if the
     *     attempts of a call are subscriptions
     */
    Subscriptions(AdoptedMethod method, @Nullable AdoptedCall creating) {
        this.method = method;
        this.subscribedAgain = creating == null;
        this.creating = new AtomicReference<@Nullable AdoptedCall>(creating);
    }

    /** Begins a call for a subscription. */
    <T> CallSubscriber<T> begin(CoreSubscriber<? super T> subscriber, boolean single) {
        Context context = subscriber.currentContext();
        AdoptedCall created = creating.getAndSet(null);
        AdoptedCall call = created != null ? created : begin(context);
        return new CallSubscriber<>(
                subscriber,
                call,
                !subscribedAgain,
                single,
                context.put(RetryScope.class, call.execution()).put(method, call));
    }

    private AdoptedCall begin(ContextView context) {
        AdoptedCall call = method.begin(scope(context));
        if (!subscribedAgain) {
            call.execution().begin();
        }
        return call;
    }

    private static @Nullable RetryScope scope(ContextView context) {
        return context.<RetryScope>getOrEmpty(RetryScope.class).orElseGet(RetryScopeHolder::current);
    }
}
