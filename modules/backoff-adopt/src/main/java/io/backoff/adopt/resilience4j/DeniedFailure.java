package io.backoff.adopt.resilience4j;

import io.backoff.text.CauseChain;
import org.jspecify.annotations.Nullable;

/**
 * A failure after which the library must not retry: the attempt was denied, or its retry would be. The failure is
 * passed to the library, and kept until the library asks for the interval before the next attempt. The library asks on
 * the same thread.
 */
final class DeniedFailure {

    private static final ThreadLocal<@Nullable Throwable> CURRENT = new ThreadLocal<>();

    private DeniedFailure() {}

    static void set(Throwable failure) {
        CURRENT.set(failure);
    }

    static void clear() {
        CURRENT.remove();
    }

    /**
     * Whether the given failure is the stored failure or one of its causes; if so, forgets the stored failure. Causes
     * count, because the library unwraps the failures of futures.
     */
    static boolean take(Throwable failure) {
        Throwable denied = CURRENT.get();
        boolean same = denied != null && CauseChain.any(denied, cause -> cause == failure);
        if (same) {
            clear();
        }
        return same;
    }
}
