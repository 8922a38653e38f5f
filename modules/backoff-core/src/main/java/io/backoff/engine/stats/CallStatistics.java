package io.backoff.engine.stats;

import io.backoff.Internal;
import io.backoff.classify.RetryCause;
import io.backoff.policy.Outcome;
import java.util.EnumMap;
import java.util.Map;

/** Records the calls of one policy and method: counts them and reports them to the meters. */
@Internal
public final class CallStatistics {

    private final CallCounts counts;
    private final CallMeters meters;
    private final Outage outage;
    private final AttemptRecorder attempts;

    CallStatistics(CallCounts counts, CallMeters meters) {
        this(counts, meters, new Outage(counts.policy(), counts.method()), AttemptRecorder.NONE);
    }

    CallStatistics(CallCounts counts, CallMeters meters, Outage outage, AttemptRecorder attempts) {
        this.counts = counts;
        this.meters = meters;
        this.outage = outage;
        this.attempts = attempts;
    }

    /** These statistics for calls whose attempts are recorded differently. */
    private CallStatistics recording(AttemptRecorder other) {
        return new CallStatistics(counts, meters, outage, other);
    }

    /** These statistics for calls that are left out of the record of attempts. */
    public CallStatistics unrecorded() {
        return recording(AttemptRecorder.NONE);
    }

    /** These statistics for calls that no policy would retry. */
    public CallStatistics withoutRetries() {
        return recording(attempts.withoutRetries());
    }

    /** Records what the attempts of the calls did. */
    public AttemptRecorder attempts() {
        return attempts;
    }

    /** Whether the calls are giving up. */
    public Outage outage() {
        return outage;
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

    /** The statistics for a call that begins now, on this thread: these, unless the call has its own meters. */
    public CallStatistics begin() {
        try {
            CallMeters own = meters.begin();
            return own == meters ? this : new CallStatistics(counts, own, outage, attempts);
        } catch (Throwable failure) {
            SafeMeters.ignore(failure);
            return this;
        }
    }

    /** Counts the end of a call. */
    public void counted(Outcome outcome) {
        counts.ended(outcome);
    }

    /** Reports the end of a counted call to the meters. */
    public void ended(Outcome outcome, int attempts) {
        SafeMeters.record(() -> meters.ended(outcome, attempts));
    }

    public void retried(RetryCause cause) {
        counts.retried(cause);
        SafeMeters.record(() -> meters.retried(cause));
    }

    public void waited(long nanos) {
        SafeMeters.record(() -> meters.waited(nanos));
    }
}
