package io.backoff.metrics;

import io.backoff.policy.Outcome;
import io.micrometer.observation.Observation;

/** A guarded call that has ended, as a {@link BackoffObservationConvention} sees it. */
public final class BackoffCallContext extends Observation.Context {

    private final String policy;
    private final String method;
    private final Outcome outcome;
    private final int attempts;

    BackoffCallContext(String policy, String method, Outcome outcome, int attempts) {
        this.policy = policy;
        this.method = method;
        this.outcome = outcome;
        this.attempts = attempts;
    }

    /** The name of the policy. */
    public String getPolicy() {
        return policy;
    }

    /** {@code Class.method}, or {@code programmatic}. */
    public String getMethod() {
        return method;
    }

    /** How the call ended. */
    public Outcome getOutcome() {
        return outcome;
    }

    /** How many attempts the call made. */
    public int getAttempts() {
        return attempts;
    }
}
