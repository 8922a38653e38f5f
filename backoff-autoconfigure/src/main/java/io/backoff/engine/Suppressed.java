package io.backoff.engine;

import java.util.ArrayDeque;
import java.util.Deque;

/** Remembers earlier failures of a call, and hangs them on the one that the caller gets. */
final class Suppressed {

    // The latest are kept: they tell what the outage looks like now.
    private static final int MAX = 10;

    private final Deque<Throwable> failures = new ArrayDeque<>(2);

    void add(Throwable failure) {
        // By identity: exceptions may define equals, and equal failures of two attempts are two.
        failures.removeIf(each -> each == failure);
        if (failures.size() == MAX) {
            failures.removeFirst();
        }
        failures.addLast(failure);
    }

    void attachTo(Throwable failure) {
        failures.forEach(earlier -> attach(earlier, failure));
    }

    /** Also bounded for an exception instance that is thrown over and over: it would grow with every call. */
    static void attach(Throwable suppressed, Throwable failure) {
        if (suppressed == failure || failure.getSuppressed().length >= MAX || isAttached(suppressed, failure)) {
            return;
        }
        failure.addSuppressed(suppressed);
    }

    private static boolean isAttached(Throwable suppressed, Throwable failure) {
        for (Throwable each : failure.getSuppressed()) {
            if (each == suppressed) {
                return true;
            }
        }
        return false;
    }
}
