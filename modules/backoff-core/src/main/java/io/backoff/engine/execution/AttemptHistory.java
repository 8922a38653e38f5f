package io.backoff.engine.execution;

import io.backoff.budget.Withdrawal;
import io.backoff.classify.RetryCause;
import io.backoff.text.CauseChain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a call remembers from one attempt to the next. Calls whose first attempt succeeds have nothing to remember. */
final class AttemptHistory {

    /** The history of a call that has nothing to remember. Never written. */
    static final AttemptHistory NONE = new AttemptHistory(0);

    // The latest are kept: they show what the outage looks like now.
    private static final int MAX = 10;

    /** Why the next attempt is made. */
    RetryCause cause = RetryCause.OTHER;

    /** Whether the next attempt takes nothing from the budget. */
    boolean free;

    /** What the budget paid for the attempt under way; {@code null} if it was not asked. */
    @Nullable
    Withdrawal paid;

    /** The delay that was drawn last, in nanoseconds. */
    long previousDelay;

    /** When the attempt under way began. */
    long attemptStart;

    /** The attempts of earlier calls for the same item. */
    int precedingAttempts;

    /** When the last attempt ended, if its outcome was not decided on then. */
    long attemptEnd;

    /** Where the log says that the call takes place; {@code null} if it has no name. */
    @Nullable
    String location;

    private boolean attempted;
    private @Nullable Throwable thrown;
    private @Nullable Throwable last;
    // Oldest first.
    private List<Throwable> earlier = List.of();

    /**
     * Creates an empty history.
     *
     * @param start when the call began
     */
    AttemptHistory(long start) {
        this.attemptStart = start;
        this.attemptEnd = start;
    }

    /** Records the failure of one more attempt. */
    void failed(Throwable failure) {
        add(CauseChain.forCaller(failure));
        thrown = failure;
    }

    /** Records that one more attempt returned a result, which was not accepted. */
    void returned() {
        add(null);
        thrown = null;
    }

    private void add(@Nullable Throwable failure) {
        if (last != null) {
            earlier = earlierAnd(last);
        }
        last = failure;
        attempted = true;
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

    /** Whether an attempt has ended. */
    boolean attempted() {
        return attempted;
    }

    /** The failure of the last attempt as it was thrown; {@code null} if it returned, and before it has ended. */
    @Nullable
    Throwable thrown() {
        return thrown;
    }

    /** The failure of the last attempt for the caller; {@code null} if it returned, and before it has ended. */
    @Nullable
    Throwable last() {
        return last;
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
    private static void attach(Throwable suppressed, Throwable failure) {
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
