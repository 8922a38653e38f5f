package io.backoff.idempotency.reactor;

import io.backoff.idempotency.key.CallContext;
import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/**
 * What a subscriber carries along.
 *
 * @param principal on whose behalf it works
 * @param context its context
 */
record ReactorContext(@Nullable String principal, ContextView context) implements CallContext {

    @Override
    public <T> @Nullable T find(Class<T> type) {
        return context.<T>getOrEmpty(type).orElse(null);
    }
}
