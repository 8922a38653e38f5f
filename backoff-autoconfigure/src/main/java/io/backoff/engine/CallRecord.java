package io.backoff.engine;

import io.backoff.policy.Outcome;
import io.backoff.policy.RetryCause;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of one policy and method, here and in the metrics library. */
public final class CallRecord {

    private static final Logger logger = System.getLogger(CallRecord.class.getName());

    private final String policy;
    private final String method;
    private final CallMeters meters;
    private final LongAdder[] outcomes;

    CallRecord(String policy, String method, CallMeters meters) {
        this(policy, method, meters, new LongAdder[Outcome.values().length]);
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] = new LongAdder();
        }
    }

    private CallRecord(String policy, String method, CallMeters meters, LongAdder[] outcomes) {
        this.policy = policy;
        this.method = method;
        this.meters = meters;
        this.outcomes = outcomes;
    }

    /** Name of the policy. */
    public String policy() {
        return policy;
    }

    /** {@code Class.method}, or {@code programmatic}. */
    public String method() {
        return method;
    }

    /** How many calls ended so. */
    public long count(Outcome outcome) {
        return outcomes[outcome.ordinal()].sum();
    }

    /** Where one call is counted that begins now. */
    CallRecord begin() {
        try {
            CallMeters begun = meters.begin();
            return begun == meters ? this : new CallRecord(policy, method, begun, outcomes);
        } catch (Throwable failure) {
            ignore(failure);
            return this;
        }
    }

    void ended(Outcome outcome, int attempts) {
        outcomes[outcome.ordinal()].increment();
        try {
            meters.ended(outcome, attempts);
        } catch (Throwable failure) {
            ignore(failure);
        }
    }

    void retried(RetryCause cause) {
        try {
            meters.retried(cause);
        } catch (Throwable failure) {
            ignore(failure);
        }
    }

    void waited(long nanos) {
        try {
            meters.waited(nanos);
        } catch (Throwable failure) {
            ignore(failure);
        }
    }

    // A metrics library in trouble must not fail the call that it counts.
    private static void ignore(Throwable failure) {
        logger.log(Level.DEBUG, "A meter failed", failure);
    }
}
