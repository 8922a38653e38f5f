package io.backoff.idempotency.key;

import org.jspecify.annotations.Nullable;

/** The origin of a call. */
public interface CallContext {

    /** Returns the name of the caller; {@code null} if unknown. */
    @Nullable
    String principal();

    /** Returns what the call carries under this type, as in a Reactor context; {@code null} if nothing. */
    <T> @Nullable T find(Class<T> type);
}
