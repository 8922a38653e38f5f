package io.backoff.engine.execution;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failures of a call's attempts so far.
 *
 * @param last the failure of the last attempt; {@code null} if it returned a result, and before it has ended
 * @param earlier the failures before it, oldest first
 */
record FailureHistory(@Nullable Throwable last, List<Throwable> earlier) {

    /** No attempt has ended yet. */
    static final FailureHistory NONE = new FailureHistory(null, List.of());

    // The latest are kept: they show what the outage looks like now.
    private static final int MAX = 10;

    /** The history after one more attempt. */
    FailureHistory and(@Nullable Throwable failure) {
        return new FailureHistory(failure, last == null ? earlier : earlierAnd(last));
    }

    private List<Throwable> earlierAnd(Throwable latest) {
        List<Throwable> all = new ArrayList<>(earlier);
        // By identity: exceptions may define equals, and equal failures of two attempts are two.
        all.removeIf(each -> each == latest);
        if (all.size() == MAX) {
            all.remove(0);
        }
        all.add(latest);
        return all;
    }

    /** Attaches the earlier failures to the one that the caller gets. */
    Throwable attachEarlierTo(Throwable failure) {
        earlier.forEach(each -> attach(each, failure));
        return failure;
    }

    /** Attaches the exception that ended the call to the failure that the caller gets. */
    void attachToLast(Throwable end) {
        if (last != null) {
            attach(end, last);
        }
    }

    /** Attaches the last failure to the exception that the caller gets instead. */
    <T extends Throwable> T attachLastTo(T failure) {
        if (last != null) {
            attach(last, failure);
        }
        return failure;
    }

    /**
     * Adds a suppressed exception, within a limit: an instance that is thrown repeatedly would grow with every call.
     */
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
