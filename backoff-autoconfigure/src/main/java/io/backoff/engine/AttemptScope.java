package io.backoff.engine;

import org.jspecify.annotations.Nullable;

/** Which call the current thread is in. */
final class AttemptScope {

    private static final ThreadLocal<@Nullable Execution> CURRENT = new ThreadLocal<>();

    private AttemptScope() {}

    static @Nullable Execution current() {
        return CURRENT.get();
    }

    static void enter(Execution execution) {
        CURRENT.set(execution);
    }

    /** Back to the call around the one that was left. */
    static void restore(@Nullable Execution outer) {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }
}
