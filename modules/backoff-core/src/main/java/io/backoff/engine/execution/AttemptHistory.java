package io.backoff.engine.execution;

import io.backoff.PermanentException;
import io.backoff.budget.Withdrawal;
import io.backoff.classify.RetryCause;
import io.backoff.text.CauseChain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state that a call keeps between attempts. A call whose first attempt succeeds needs no such state. */
final class AttemptHistory {

    /** The empty history, shared by all calls that have no state to keep yet. Never written. */
    static final AttemptHistory NONE = new AttemptHistory(0);

    // Only the latest failures are kept: they show the current state of an outage.
    private static final int MAX = 10;

    /** The cause of the next attempt. */
    RetryCause cause = RetryCause.OTHER;

    /** Whether the next attempt takes nothing from the budget. */
    boolean free;

    /** The withdrawal for the current attempt; {@code null} if the budget was not asked. */
    @Nullable
    Withdrawal paid;

    /** The delay that was drawn last, in nanoseconds. */
    long previousDelay;

    /** When the current attempt began. */
    long attemptStart;

    /** The number of attempts in earlier calls that this call continues, such as deliveries of the same message. */
    int precedingAttempts;

    /**
     * When the wait for the next attempt began. For calls that another library retries, this is the end of the last
     * attempt, because the call decides on a retry only when the library begins it.
     */
    long waitStart;

    /** Where the call takes place, for the log: for example, the queue of a message; {@code null} if unknown. */
    @Nullable
    String location;

    /** The scope of the current attempt; {@code null} if it is the first one. */
    @Nullable
    AttemptScope scope;

    private boolean attempted;
    private boolean permanent;
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
        this.waitStart = start;
    }

    /** Records the failure of one more attempt. */
    void failed(Throwable failure) {
        // The failure is unwrapped once, because its getCause may create a new exception on each call.
        Throwable unwrapped = CauseChain.forCaller(failure);
        ended(unwrapped, CauseChain.any(failure, PermanentException.class::isInstance));
    }

    /** Records that one more attempt returned a rejected result. */
    void returned() {
        ended(null, false);
    }

    /** Forgets all failures but this one, because the stack may be too full to process the others. */
    void startOver(Throwable failure) {
        earlier = List.of();
        last = failure;
        permanent = false;
        attempted = true;
    }

    private void ended(@Nullable Throwable failure, boolean declaredPermanent) {
        Throwable latest = last;
        if (latest != null) {
            earlier = earlierAnd(latest);
        }
        last = failure;
        permanent = declaredPermanent;
        attempted = true;
    }

    private List<Throwable> earlierAnd(Throwable latest) {
        List<Throwable> all = new ArrayList<>(earlier);
        // Exceptions are compared by identity: the equal exceptions of two attempts are both kept.
        all.removeIf(failure -> failure == latest);
        if (all.size() == MAX) {
            all.remove(0);
        }
        all.add(latest);
        return all;
    }

    /** Whether at least one attempt has ended since the call began or was resumed. */
    boolean attempted() {
        return attempted;
    }

    /** Whether the callee has declared the failure of the last attempt permanent. */
    boolean permanent() {
        return permanent;
    }

    /**
     * The failure of the last attempt, unwrapped for the caller; {@code null} if the attempt returned or has not ended.
     */
    @Nullable
    Throwable last() {
        return last;
    }

    /** Adds the earlier failures to the caller's failure, as suppressed exceptions. */
    Throwable attachEarlierTo(Throwable failure) {
        earlier.forEach(suppressed -> attach(suppressed, failure));
        return failure;
    }

    /**
     * Adds the exception that ended the call, as a suppressed exception, to the failure of the last attempt. Does
     * nothing if the last attempt did not fail.
     */
    void attachToLast(Throwable end) {
        if (last != null) {
            attach(end, last);
        }
    }

    /** Adds the last failure, as a suppressed exception, to the exception that the caller gets instead. */
    <T extends Throwable> T attachLastTo(T failure) {
        if (last != null) {
            attach(last, failure);
        }
        return failure;
    }

    /**
     * Adds a suppressed exception, up to a limit: an instance that is thrown repeatedly would otherwise grow with every
     * call.
     */
    private static void attach(Throwable suppressed, Throwable failure) {
        if (suppressed == failure || failure.getSuppressed().length >= MAX || isAttached(suppressed, failure)) {
            return;
        }
        failure.addSuppressed(suppressed);
    }

    private static boolean isAttached(Throwable suppressed, Throwable failure) {
        for (Throwable attached : failure.getSuppressed()) {
            if (attached == suppressed) {
                return true;
            }
        }
        return false;
    }
}
