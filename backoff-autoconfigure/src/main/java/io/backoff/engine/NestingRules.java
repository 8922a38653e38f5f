package io.backoff.engine;

import io.backoff.policy.StopReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a call stands among the layers around it and the calls inside it. Of nested calls one retries: a call makes one
 * attempt while an outer layer is retrying, and what has ended an inner call for good ends the outer one too.
 */
final class NestingRules {

    private final @Nullable Layer outer;
    private final boolean oneAttempt;
    private volatile @Nullable SettledFailures settled;

    NestingRules(Nesting nesting, @Nullable Layer around) {
        this.outer = nesting == Nesting.CHAIN_STOP ? around : null;
        this.oneAttempt = outer != null && outer.isRetrying();
    }

    /** Whether an outer layer is retrying, so that this call makes one attempt. */
    boolean oneAttempt() {
        return oneAttempt;
    }

    /** The retry that an outer layer is making. */
    Optional<Repetition> outerRetry() {
        return outer == null ? Optional.empty() : outer.retry();
    }

    /** Records that a call inside the current attempt has ended for good. */
    void settled(Throwable failure, StopReason reason) {
        failures().add(failure, reason);
    }

    /** Why an inner call ended with this failure or one of its causes; {@code null} if none did. */
    @Nullable
    StopReason innerReason(Throwable failure) {
        SettledFailures known = settled;
        return known == null ? null : known.why(failure);
    }

    /** The next attempt starts anew. */
    void forgetInner() {
        settled = null;
    }

    /**
     * Reports the end of this call to the outer layer, unless that may still retry it. It may when this call was limited
     * to one attempt: then it has used up nothing.
     *
     * @param permanent whether the callee said that a retry is pointless
     */
    void propagate(Throwable failure, StopReason stop, boolean permanent) {
        StopReason inner = permanent ? null : innerReason(failure);
        boolean endedForGood =
                switch (stop) {
                    case EXHAUSTED -> !oneAttempt;
                    case ELAPSED, BUDGET_DENIED, OVERLOADED -> true;
                    case NOT_RETRYABLE -> permanent || inner != null;
                    case ABORTED -> false;
                };
        if (outer != null && endedForGood) {
            outer.settled(failure, inner == null ? stop : inner);
        }
    }

    // Inner calls may end on several threads.
    private synchronized SettledFailures failures() {
        SettledFailures known = settled;
        if (known == null) {
            known = new SettledFailures();
            settled = known;
        }
        return known;
    }
}
