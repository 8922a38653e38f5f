package io.backoff.idempotency.key;

import org.jspecify.annotations.Nullable;

/** Finds the key of a call. */
@FunctionalInterface
public interface KeyResolver {

    /**
     * The key.
     *
     * @throws RuntimeException if there is none: the operation must not be carried out then
     */
    String key(CallContext context, @Nullable Object target, @Nullable Object[] arguments);
}
