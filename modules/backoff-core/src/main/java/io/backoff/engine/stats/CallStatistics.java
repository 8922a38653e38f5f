package io.backoff.engine.stats;

import io.backoff.Internal;
import io.backoff.classify.RetryCause;
import io.backoff.policy.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** The statistics of the calls of one policy and method: their counts, their meters, and the outage that they see. */
@Internal
public final class CallStatistics implements CallCounts {

    private final String policy;
    private final String method;
    private final LongAdder[] outcomes = adders(Outcome.values().length);
    private final LongAdder[] retries = adders(RetryCause.values().length);
    private final Outage outage;
    private final AttemptRecorder attempts;
    // Set once, before the statistics are shared: meters are created from the counts.
    private CallMeters meters = CallMeters.NONE;

    CallStatistics(String policy, String method, Outage outage, AttemptRecorder attempts) {
        this.policy = policy;
        this.method = method;
        this.outage = outage;
        this.attempts = attempts;
    }

    void measuredBy(CallMeters created) {
        meters = created;
    }

    /** Records what the attempts of the calls did. */
    public AttemptRecorder attempts() {
        return attempts;
    }

    /** Whether the calls are giving up. */
    public Outage outage() {
        return outage;
    }

    /** The meters of the calls in a metrics library. */
    public CallMeters meters() {
        return meters;
    }

    /** Calls by outcome, without the outcomes that never occurred. */
    public Map<Outcome, Long> outcomes() {
        Map<Outcome, Long> all = new EnumMap<>(Outcome.class);
        for (Outcome each : Outcome.values()) {
            long count = calls(each);
            if (count > 0) {
                all.put(each, count);
            }
        }
        return all;
    }

    @Override
    public String policy() {
        return policy;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public long calls(Outcome outcome) {
        return outcomes[outcome.ordinal()].sum();
    }

    @Override
    public long retries(RetryCause cause) {
        return retries[cause.ordinal()].sum();
    }

    /** Counts the end of a call. */
    public void ended(Outcome outcome) {
        outcomes[outcome.ordinal()].increment();
    }

    /** Counts a retry. */
    public void retried(RetryCause cause) {
        retries[cause.ordinal()].increment();
    }

    private static LongAdder[] adders(int number) {
        return Stream.generate(LongAdder::new).limit(number).toArray(LongAdder[]::new);
    }
}
