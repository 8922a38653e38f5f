package io.backoff.engine;

import io.backoff.policy.RetryBudget;
import java.util.concurrent.atomic.LongAdder;

/** Calls that have succeeded with their first attempt, of which their budget and the metrics library are told later. */
final class PutOffCalls {

    /** Of who is told of each call at once. */
    static final PutOffCalls NEVER = new PutOffCalls(RetryBudget.UNLIMITED);

    private final RetryBudget budget;
    private final LongAdder calls = new LongAdder();
    private long passedOn;

    PutOffCalls(RetryBudget budget) {
        this.budget = budget;
    }

    RetryBudget budget() {
        return budget;
    }

    void add() {
        calls.increment();
    }

    /** How many there have been. */
    long sum() {
        return calls.sum();
    }

    /** Passes on those that have not been passed on; by one thread at a time. */
    void catchUp(String policy, CallMeters meters, long now) {
        long times = calls.sum() - passedOn;
        if (times > 0) {
            passedOn += times;
            Allowance.called(policy, budget, now, times);
            meters.succeededAtOnce(times);
        }
    }
}
