package io.backoff.metrics;

import io.backoff.engine.stats.CallMeters;
import io.backoff.policy.Outcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/** Meters that also report to the observation in which a call begins, if any. */
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
    public CallMeters begin() {
        Observation current = observations.getCurrentObservation();
        return current == null || current.isNoop() ? this : new ObservedCall(meters, current, policy);
    }

    @Override
    public void ended(Outcome outcome, int attempts) {
        meters.ended(outcome, attempts);
    }

    @Override
    public void waited(long nanos) {
        meters.waited(nanos);
    }
}
