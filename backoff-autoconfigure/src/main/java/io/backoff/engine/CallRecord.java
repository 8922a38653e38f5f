package io.backoff.engine;

import io.backoff.policy.Outcome;
import io.backoff.policy.RetryCause;

/** Records the calls of one policy and method: counts them, and passes them on to the meters. */
public final class CallRecord {

    private final CallCounts counts;
    private final CallMeters meters;

    CallRecord(CallCounts counts, CallMeters meters) {
        this.counts = counts;
        this.meters = meters;
    }

    /** How the calls ended so far. */
    public CallCounts counts() {
        return counts;
    }

    /** Name of the policy. */
    public String policy() {
        return counts.policy();
    }

    /** {@code Class.method}, or {@code programmatic}. */
    public String method() {
        return counts.method();
    }

    /** The record of a call that begins now, on this thread: this one, unless the call has meters of its own. */
    CallRecord begin() {
        try {
            CallMeters own = meters.begin();
            return own == meters ? this : new CallRecord(counts, own);
        } catch (Throwable failure) {
            SafeMeters.ignore(failure);
            return this;
        }
    }

    /** Counts the end of a call. */
    void counted(Outcome outcome) {
        counts.ended(outcome);
    }

    /** Passes on the end of a call that has been counted. */
    void ended(Outcome outcome, int attempts) {
        SafeMeters.record(() -> meters.ended(outcome, attempts));
    }

    void retried(RetryCause cause) {
        counts.retried(cause);
        SafeMeters.record(() -> meters.retried(cause));
    }

    void waited(long nanos) {
        SafeMeters.record(() -> meters.waited(nanos));
    }
}
