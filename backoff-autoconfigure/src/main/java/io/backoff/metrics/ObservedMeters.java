package io.backoff.metrics;

import io.backoff.engine.CallMeters;
import io.backoff.policy.Outcome;
import io.backoff.policy.RetryCause;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Event;
import io.micrometer.observation.ObservationRegistry;
import java.util.stream.Stream;

/**
 * Adds an event {@code backoff.retry} to the observation that is current when a retry starts, so that a trace shows its
 * retries. Calls without a retry cost nothing more.
 */
final class ObservedMeters implements CallMeters {

    // Both names have few values: handlers may make meters of them.
    private static final Event[] EVENTS = Stream.of(RetryCause.values())
            .map(cause -> Event.of("backoff.retry", "retry after " + cause.tag()))
            .toArray(Event[]::new);

    private final CallMeters meters;
    private final ObservationRegistry observations;

    ObservedMeters(CallMeters meters, ObservationRegistry observations) {
        this.meters = meters;
        this.observations = observations;
    }

    @Override
    public void ended(Outcome outcome, int attempts) {
        meters.ended(outcome, attempts);
    }

    @Override
    public void retried(RetryCause cause) {
        meters.retried(cause);
        Observation current = observations.getCurrentObservation();
        if (current != null) {
            current.event(EVENTS[cause.ordinal()]);
        }
    }

    @Override
    public void waited(long nanos) {
        meters.waited(nanos);
    }
}
