package io.backoff.result;

import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import org.jspecify.annotations.Nullable;

/** The caller of a method; if the result of the method is lazy, the subscriber to the result. */
@FunctionalInterface
public interface Caller {

    /** The current thread as the caller, without a context. */
    Caller THREAD = key -> null;

    /** Returns the value of a key in the caller's context, such as a Reactor context; {@code null} if absent. */
    @Nullable
    Object find(Object key);

    /** The parent scope of the call; {@code null} for none. */
    default @Nullable RetryScope scope() {
        return RetryScopeHolder.current();
    }

    /** The principal of a subscriber; {@code null} if unknown. */
    default @Nullable String principal() {
        return null;
    }
}
