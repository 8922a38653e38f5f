package io.backoff.idempotency.key;

import org.jspecify.annotations.Nullable;

/** Where a call comes from. */
public interface CallContext {

    /** Name of who makes the call; {@code null} when nobody knows. */
    @Nullable
    String principal();

    /** Something that the call carries along by its type, as in a Reactor context; {@code null} when it does not. */
    <T> @Nullable T find(Class<T> type);
}
