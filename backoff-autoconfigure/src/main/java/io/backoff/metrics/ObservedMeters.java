package io.backoff.metrics;

import io.backoff.classify.RetryCause;
import io.backoff.engine.stats.CallCounts;
import io.backoff.engine.stats.CallMeters;
import io.backoff.policy.Outcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/**
 * The meters of a method whose calls also report to the current observation, if there is one.
 *
 * @param counts the counts of the method, which also know its name and its policy
 */
record ObservedMeters(
        CallMeters meters, CallCounts counts, ObservationRegistry observations, CallConventions conventions)
        implements CallMeters {

    @Override
    public CallMeters begin() {
        Observation current = observations.getCurrentObservation();
        return current == null || current.isNoop() ? this : new ObservedCall(this, current);
    }

    BackoffCallContext context(Outcome outcome, int attempts) {
        return new BackoffCallContext(counts.policy(), counts.method(), outcome, attempts);
    }

    @Override
    public void ended(Outcome outcome, int attempts) {
        meters.ended(outcome, attempts);
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
