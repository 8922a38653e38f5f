package io.backoff.idempotency.key;

import org.jspecify.annotations.Nullable;

/**
 * The context of a call on the thread of its caller.
 *
 * @param principal name of the principal; {@code null} if unknown
 */
record ThreadContext(@Nullable String principal) implements CallContext {

    @Override
    public <T> @Nullable T find(Class<T> type) {
        return null;
    }
}
