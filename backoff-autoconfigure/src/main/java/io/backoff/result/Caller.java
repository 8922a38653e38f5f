package io.backoff.result;

import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import org.jspecify.annotations.Nullable;

/** The caller of a method or, if its results are lazy, the subscriber of one. */
@FunctionalInterface
public interface Caller {

    /** The current thread, which carries nothing. */
    Caller THREAD = key -> null;

    /** Returns what the caller carries under the key, as in a Reactor context; {@code null} if nothing. */
    @Nullable
    Object find(Object key);

    /** The parent scope of the call; {@code null} for none. */
    default @Nullable RetryScope scope() {
        return RetryScopeHolder.current();
    }

    /** The principal on whose behalf a subscriber works; {@code null} if unknown. */
    default @Nullable String principal() {
        return null;
    }
}
