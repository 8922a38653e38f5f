package io.backoff.adopt.resilience4j;

import io.backoff.text.CauseChain;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a denied attempt. It is kept until the library, which gets the failure, asks for the next interval on
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
     * Whether this is the failure of the denied attempt, or one of its causes, which the library extracts from futures.
     * If so, forgets the failure.
     */
    static boolean take(Throwable failure) {
        Throwable denied = CURRENT.get();
        boolean same = denied != null && CauseChain.any(denied, each -> each == failure);
        if (same) {
            clear();
        }
        return same;
    }
}
