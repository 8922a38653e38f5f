package io.backoff.idempotency.key;

import org.jspecify.annotations.Nullable;

/** Determines the key of a call. */
@FunctionalInterface
public interface KeyResolver {

    /**
     * Returns the key.
     *
     * @throws RuntimeException if there is no key; the operation must then not be executed
     */
    String key(CallContext context, @Nullable Object target, @Nullable Object[] arguments);
}
