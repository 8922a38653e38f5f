package io.backoff.idempotency.key;

import io.backoff.result.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a call.
 *
 * @param principal name of the principal; {@code null} if unknown
 * @param caller the caller of the method, or the subscriber of its result
 */
public record CallContext(@Nullable String principal, Caller caller) {

    /**
     * Returns the object of this type in the context of the caller, for example a Reactor context; {@code null} if
     * there is no such object.
     */
    public <T> @Nullable T find(Class<T> type) {
        return type.cast(caller.find(type));
    }
}
