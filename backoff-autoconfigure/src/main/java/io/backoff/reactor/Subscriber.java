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
 * @param scope the scope that it works in; {@code null} for none
 * @param principal the principal on whose behalf it works; {@code null} if unknown
 */
record Subscriber(
        ContextView context,
        @Nullable RetryScope scope,
        @Nullable String principal) implements Caller {

    static Subscriber of(ContextView context) {
        return new Subscriber(context, scopeOf(context), null);
    }

    /** The scope of a subscriber. Its context comes first: it may have changed threads. */
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
