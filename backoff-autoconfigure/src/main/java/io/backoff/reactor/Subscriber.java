package io.backoff.reactor;

import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.result.Caller;
import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/**
 * A subscriber as the caller of a method.
 *
 * @param context the subscriber's context
 * @param scope the scope of the subscriber; {@code null} for none
 * @param principal the principal of the subscriber; {@code null} if unknown
 */
record Subscriber(
        ContextView context,
        @Nullable RetryScope scope,
        @Nullable String principal) implements Caller {

    static Subscriber of(ContextView context) {
        return new Subscriber(context, scopeOf(context), null);
    }

    /**
     * Returns the scope of a subscriber. The context takes precedence over the thread, because the subscription may
     * have changed threads.
     */
    static @Nullable RetryScope scopeOf(ContextView context) {
        return context.getOrDefault(RetryScope.class, RetryScopeHolder.current());
    }

    @Override
    public @Nullable Object find(Object key) {
        return context.getOrDefault(key, null);
    }

    Subscriber with(@Nullable String name) {
        return new Subscriber(context, scope, name);
    }
}
