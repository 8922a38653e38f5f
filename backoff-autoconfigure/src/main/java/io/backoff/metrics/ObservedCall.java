package io.backoff.metrics;

import io.backoff.classify.RetryCause;
import io.backoff.engine.stats.CallMeters;
import io.backoff.policy.Outcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Event;
import java.util.stream.Stream;

/**
 * One call that was begun in an observation. Each retry is an event of that observation, and the end of the call adds
 * its policy and outcome, so that a trace shows them. The observation is that of the caller, wherever retries run.
 *
 * @param meters where the call is counted as well
 * @param observation the current one when the call began; it may be over by the time that the call ends
 * @param policy the policy of the call
 */
record ObservedCall(CallMeters meters, Observation observation, String policy) implements CallMeters {

    static final String POLICY = "backoff.policy";
    static final String OUTCOME = "backoff.outcome";

    // All of these have few values: handlers may make meters of them.
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
