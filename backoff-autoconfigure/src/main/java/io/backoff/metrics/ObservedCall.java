package io.backoff.metrics;

import io.backoff.classify.RetryCause;
import io.backoff.engine.stats.CallMeters;
import io.backoff.metrics.BackoffObservationDocumentation.CallEvent;
import io.backoff.metrics.BackoffObservationDocumentation.CallKey;
import io.backoff.policy.Outcome;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Event;
import io.micrometer.observation.ObservationConvention;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A call that began while an observation was current. Each retry adds an event to that observation, and the end of the
 * call adds the policy and the outcome, so that a trace shows them. Retries on other threads use the caller's
 * observation too.
 *
 * @param meters the meters that also count the call
 * @param observation the current observation when the call began; it may stop before the call ends
 */
record ObservedCall(ObservedMeters meters, Observation observation) implements CallMeters {

    // An observation handler may create a meter for each event name, so there are only a few names.
    private static final Event[] EVENTS = Stream.of(RetryCause.values())
            .map(cause -> CallEvent.RETRY.format(cause.tag()))
            .toArray(Event[]::new);

    private static final Set<String> DOCUMENTED =
            Stream.of(CallKey.values()).map(CallKey::asString).collect(Collectors.toUnmodifiableSet());

    @Override
    public void ended(Outcome outcome, int attempts) {
        meters.ended(outcome, attempts);
        BackoffCallContext call = meters.context(outcome, attempts);
        ObservationConvention<BackoffCallContext> convention =
                meters.conventions().of(call);
        convention.getLowCardinalityKeyValues(call).forEach(this::add);
        convention.getHighCardinalityKeyValues(call).forEach(observation::highCardinalityKeyValue);
    }

    // An undocumented low-cardinality value is added as a high-cardinality value. Otherwise, it would become a tag of
    // some series of the caller's meters, but not of all.
    private void add(KeyValue value) {
        if (DOCUMENTED.contains(value.getKey())) {
            observation.lowCardinalityKeyValue(value);
        } else {
            observation.highCardinalityKeyValue(value);
        }
    }

    @Override
    public void retried(RetryCause cause) {
        meters.retried(cause);
        observation.event(EVENTS[cause.ordinal()]);
    }

    @Override
    public void waited(long nanos) {
        meters.waited(nanos);
    }
}
