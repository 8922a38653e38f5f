package io.backoff.adopt.reactor;

import io.backoff.adopt.AdoptedCall;
import io.backoff.adopt.AdoptedMethod;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
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

    /**
     * Subscribes to the publisher in a call of its own, unless nobody waits for it any more.
     *
     * @param single whether the publisher emits at most one value
     */
    <T> void subscribe(CorePublisher<? extends T> publisher, CoreSubscriber<? super T> subscriber, boolean single) {
        AdoptedCall created = creating.getAndSet(null);
        RetryScope outside = scope(subscriber.currentContext());
        AdoptedCall call = created != null ? created : method.begin(outside);
        Throwable tooLate = created != null ? null : call.endedTooLate();
        if (tooLate != null) {
            Operators.error(subscriber, tooLate);
            return;
        }
        if (created == null && !subscribedAgain) {
            call.execution().begin();
        }
        new CallSubscriber<T>(subscriber, call, !subscribedAgain, single, context(call, subscriber, outside), outside)
                .subscribeTo(publisher);
    }

    /** Leaves the scope of an attempt to the attempt, if there is one: what the library does around it is outside. */
    private Context context(AdoptedCall call, CoreSubscriber<?> subscriber, @Nullable RetryScope outside) {
        Context context = subscriber.currentContext();
        return subscribedAgain
                ? context.put(method, new Subscribed(call, outside))
                : context.put(RetryScope.class, call.execution().call());
    }

    private static @Nullable RetryScope scope(ContextView context) {
        return context.<RetryScope>getOrEmpty(RetryScope.class).orElseGet(RetryScopeHolder::current);
    }
}
