package io.backoff.engine;

import io.backoff.Internal;
import org.jspecify.annotations.Nullable;

/** Holds the current scope of each thread: the attempt that the thread makes, or the request that it serves. */
@Internal
public final class RetryScopeHolder {

    // Nothing that stays on a foreign thread may refer to this library's classes. So the variable refers only to JDK
    // classes, and the array that stays on the thread is cleared after use. The value is an array because storing an
    // element needs no method call, and so works even if the stack is full.
    private static final ThreadLocal<@Nullable Object[]> CURRENT = new ThreadLocal<>();

    private RetryScopeHolder() {}

    /** {@return the innermost scope of the thread; {@code null} outside any scope} */
    public static @Nullable RetryScope current() {
        return (RetryScope) slot()[0];
    }

    /**
     * Sets the innermost scope of the thread. Code that sets a scope must restore the previous one.
     *
     * @param scope {@code null} for none
     */
    public static void set(@Nullable RetryScope scope) {
        slot()[0] = scope;
    }

    /**
     * Sets the innermost scope of the thread until the returned object is closed on the same thread.
     *
     * @param scope the scope
     * @return a handle that restores the previous scope when closed
     */
    public static CallerContext.Scope enter(RetryScope scope) {
        @Nullable Object[] slot = slot();
        Object parent = slot[0];
        CallerContext.Scope entered = () -> slot[0] = parent;
        // This assignment comes last, so that a stack overflow cannot leave the scope behind.
        slot[0] = scope;
        return entered;
    }

    /** {@return the array whose only element is the scope of the thread} */
    public static @Nullable Object[] slot() {
        @Nullable Object[] slot = CURRENT.get();
        if (slot == null) {
            slot = new Object[1];
            CURRENT.set(slot);
        }
        return slot;
    }
}
