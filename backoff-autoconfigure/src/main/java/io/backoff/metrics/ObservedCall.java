package io.backoff.metrics;

import io.backoff.classify.RetryCause;
import io.backoff.engine.stats.CallMeters;
import io.backoff.policy.Outcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Event;
import java.util.stream.Stream;

/**
 * A call that began in an observation. Each retry is an event of that observation, and the end of the call adds its
 * policy and outcome, so that a trace shows them. Retries on other threads also use the caller's observation.
 *
 * @param meters the meters that also count the call
 * @param observation the current observation when the call began; it may stop before the call ends
 * @param policy the policy of the call
 */
record ObservedCall(CallMeters meters, Observation observation, String policy) implements CallMeters {

    static final String POLICY = "backoff.policy";
    static final String OUTCOME = "backoff.outcome";

    // Events have few values, because handlers may create meters from them.
    private static final Event[] EVENTS = Stream.of(RetryCause.values())
            .map(cause -> Event.of("backoff.retry", "retry after " + cause.tag()))
            .toArray(Event[]::new);

    @Override
    public void ended(Outcome outcome, int attempts) {
        meters.ended(outcome, attempts);
        observation.lowCardinalityKeyValue(POLICY, policy).lowCardinalityKeyValue(OUTCOME, outcome.tag());
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
