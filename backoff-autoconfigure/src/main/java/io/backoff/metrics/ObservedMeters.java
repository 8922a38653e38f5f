package io.backoff.metrics;

import io.backoff.engine.CallMeters;
import io.backoff.policy.Outcome;
import io.backoff.policy.RetryCause;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/** Tells calls that begin in an observation to that one as well; the others cost one look at the thread. */
final class ObservedMeters implements CallMeters {

    private final CallMeters meters;
    private final ObservationRegistry observations;
    private final String policy;

    ObservedMeters(CallMeters meters, ObservationRegistry observations, String policy) {
        this.meters = meters;
        this.observations = observations;
        this.policy = policy;
    }

    @Override
    public boolean tellsApart() {
        Observation current = observations.getCurrentObservation();
        return current != null && !current.isNoop();
    }

    @Override
    public CallMeters begin() {
        Observation current = observations.getCurrentObservation();
        return current == null ? meters : new ObservedCall(meters, current, policy);
    }

    @Override
    public void ended(Outcome outcome, int attempts) {
        meters.ended(outcome, attempts);
    }

    @Override
    public boolean countsInBulk() {
        return meters.countsInBulk();
    }

    @Override
    public void succeededAtOnce(long calls) {
        meters.succeededAtOnce(calls);
    }

    @Override
    public void retried(RetryCause cause) {
        meters.retried(cause);
    }

    @Override
    public void waited(long nanos) {
        meters.waited(nanos);
    }
}
