package io.backoff.engine.stats;

import io.backoff.Internal;
import io.backoff.classify.RetryCause;
import io.backoff.policy.Outcome;
import java.util.EnumMap;
import java.util.Map;

/** The statistics of the calls of one policy and method: their counts, their meters, and the outage that they see. */
@Internal
public final class CallStatistics {

    private final CallCounts counts;
    private final CallMeters meters;
    private final Outage outage;
    private final AttemptRecorder attempts;

    CallStatistics(CallCounts counts, CallMeters meters, Outage outage, AttemptRecorder attempts) {
        this.counts = counts;
        this.meters = meters;
        this.outage = outage;
        this.attempts = attempts;
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

    /** How the calls ended so far. */
    public CallCounts counts() {
        return counts;
    }

    /** Calls by outcome, without the outcomes that never occurred. */
    public Map<Outcome, Long> outcomes() {
        Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        for (Outcome each : Outcome.values()) {
            long count = counts.calls(each);
            if (count > 0) {
                outcomes.put(each, count);
            }
        }
        return outcomes;
    }

    /** Name of the policy. */
    public String policy() {
        return counts.policy();
    }

    /** {@code Class.method}, or {@code programmatic}. */
    public String method() {
        return counts.method();
    }

    /** Counts the end of a call. */
    public void ended(Outcome outcome) {
        counts.ended(outcome);
    }

    /** Counts a retry. */
    public void retried(RetryCause cause) {
        counts.retried(cause);
    }
}
