package io.backoff.idempotency.reactor;

import io.backoff.idempotency.key.CallContext;
import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/**
 * The origin of a call that a subscriber makes.
 *
 * @param principal name of the principal on whose behalf the subscriber works
 * @param context the subscriber's context
 */
record ReactorContext(@Nullable String principal, ContextView context) implements CallContext {

    @Override
    public <T> @Nullable T find(Class<T> type) {
        return context.<T>getOrEmpty(type).orElse(null);
    }
}
