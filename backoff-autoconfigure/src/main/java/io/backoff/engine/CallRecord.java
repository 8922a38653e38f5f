package io.backoff.engine;

import io.backoff.policy.Outcome;
import io.backoff.policy.RetryBudget;
import io.backoff.policy.RetryCause;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the calls of one policy and method, here and in the metrics library. */
public final class CallRecord {

    private static final Logger logger = System.getLogger(CallRecord.class.getName());

    private final String policy;
    private final String method;
    private final CallMeters meters;
    private final LongAdder[] outcomes;
    // One for each budget that the policy has had.
    private final List<PutOffCalls> putOff;
    private final ReentrantLock lock;
    private final boolean bulk;

    CallRecord(String policy, String method, CallMeters meters) {
        this.policy = policy;
        this.method = method;
        this.meters = meters;
        this.bulk = countsInBulk(meters);
        this.putOff = new CopyOnWriteArrayList<>();
        this.lock = new ReentrantLock();
        this.outcomes = new LongAdder[Outcome.values().length];
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] = new LongAdder();
        }
    }

    /** The same record for one call that the metrics library tells apart. */
    private CallRecord(CallRecord all, CallMeters meters) {
        this.policy = all.policy;
        this.method = all.method;
        this.meters = meters;
        this.bulk = false;
        this.putOff = all.putOff;
        this.lock = all.lock;
        this.outcomes = all.outcomes;
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
        long told = outcomes[outcome.ordinal()].sum();
        return outcome == Outcome.SUCCESS
                ? told + putOff.stream().mapToLong(PutOffCalls::sum).sum()
                : told;
    }

    /** Whether a call that begins now, on this thread, is told apart from the others. */
    boolean tellsApart() {
        try {
            return meters.tellsApart();
        } catch (Throwable failure) {
            ignore(failure);
            return false;
        }
    }

    /** Where a call is counted that begins now, on this thread. */
    CallRecord begin() {
        try {
            return meters.tellsApart() ? new CallRecord(this, meters.begin()) : this;
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

    /** Whether many calls can be told to the metrics library as fast as one. */
    boolean countsInBulk() {
        return bulk;
    }

    /** Where calls that pay into the budget are counted of which it and the metrics library are told later. */
    PutOffCalls putOff(RetryBudget budget) {
        for (PutOffCalls each : putOff) {
            if (each.budget() == budget) {
                return each;
            }
        }
        // Two threads may add one each, of which each is told of its own calls.
        PutOffCalls added = new PutOffCalls(budget);
        putOff.add(added);
        return added;
    }

    /** Tells the budgets and the metrics library of the calls that were put off. */
    void catchUp(long now) {
        lock.lock();
        try {
            putOff.forEach(each -> catchUp(each, now));
        } finally {
            lock.unlock();
        }
    }

    private void catchUp(PutOffCalls calls, long now) {
        try {
            calls.catchUp(policy, meters, now);
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

    private static boolean countsInBulk(CallMeters meters) {
        try {
            return meters.countsInBulk();
        } catch (Throwable failure) {
            ignore(failure);
            return false;
        }
    }

    // A metrics library in trouble must not fail the call that it counts.
    private static void ignore(Throwable failure) {
        logger.log(Level.DEBUG, "A meter failed", failure);
    }
}
