package io.backoff.engine;

import io.backoff.Internal;
import org.jspecify.annotations.Nullable;

/** The layer that the current thread is in: the attempt that it makes, or the request that it serves. */
@Internal
public final class RetryScopeHolder {

    // Of the JDK's own classes and never removed, only emptied: what is left on a foreign thread refers to nothing of
    // ours. An array, because storing into one calls no method, so that it works when the stack is full.
    private static final ThreadLocal<@Nullable Object[]> CURRENT = new ThreadLocal<>();

    private RetryScopeHolder() {}

    /** The innermost layer of the thread; {@code null} outside of all. */
    public static @Nullable RetryScope current() {
        return (RetryScope) slot()[0];
    }

    /**
     * Makes this the innermost layer of the thread. Code that enters a layer sets it back to what was current before.
     *
     * @param scope {@code null} for none
     */
    public static void set(@Nullable RetryScope scope) {
        slot()[0] = scope;
    }

    /** Makes this the innermost layer of the thread until the scope is closed, on the same thread. */
    public static CallerContext.Scope enter(RetryScope scope) {
        @Nullable Object[] slot = slot();
        Object around = slot[0];
        CallerContext.Scope entered = () -> slot[0] = around;
        // Last, so that a full stack does not leave the layer behind.
        slot[0] = scope;
        return entered;
    }

    /** Holds the layer of the thread as its only element. */
    static @Nullable public Object[] slot() {
        @Nullable Object[] slot = CURRENT.get();
        if (slot == null) {
            slot = new Object[1];
            CURRENT.set(slot);
        }
        return slot;
    }
}
