package io.backoff.engine.stats;

import io.backoff.classify.RetryCause;
import io.backoff.policy.Outcome;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts how the calls of one policy and method ended, and what their retries were made for. */
public final class CallCounts {

    private final String policy;
    private final String method;
    private final LongAdder[] outcomes = adders(Outcome.values().length);
    private final LongAdder[] retries = adders(RetryCause.values().length);

    CallCounts(String policy, String method) {
        this.policy = policy;
        this.method = method;
    }

    /** Name of the policy. */
    public String policy() {
        return policy;
    }

    /** {@code Class.method}, or {@code programmatic}. */
    public String method() {
        return method;
    }

    /** How many calls ended with this outcome. */
    public long calls(Outcome outcome) {
        return outcomes[outcome.ordinal()].sum();
    }

    /** How many retries were made for this cause. */
    public long retries(RetryCause cause) {
        return retries[cause.ordinal()].sum();
    }

    void ended(Outcome outcome) {
        outcomes[outcome.ordinal()].increment();
    }

    void retried(RetryCause cause) {
        retries[cause.ordinal()].increment();
    }

    private static LongAdder[] adders(int number) {
        return Stream.generate(LongAdder::new).limit(number).toArray(LongAdder[]::new);
    }
}
