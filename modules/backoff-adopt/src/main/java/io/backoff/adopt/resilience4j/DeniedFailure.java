package io.backoff.adopt.resilience4j;

import io.backoff.text.CauseChain;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a denied attempt, from the moment it is passed to the library until the library asks for the interval
 * before the next attempt. Both happen on the same thread.
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

    /** Whether this is that failure, or a cause of it; the library reads the causes of futures. Forgets it if so. */
    static boolean take(Throwable failure) {
        Throwable denied = CURRENT.get();
        boolean same = denied != null && CauseChain.any(denied, each -> each == failure);
        if (same) {
            clear();
        }
        return same;
    }
}
