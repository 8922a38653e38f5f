package io.backoff.metrics;

import io.backoff.policy.Outcome;
import io.micrometer.observation.Observation;

/**
 * The observation context of a guarded call that has ended, for a {@link BackoffObservationConvention}.
 *
 * <pre>{@code
 * @Override
 * public KeyValues getHighCardinalityKeyValues(BackoffCallContext call) {
 *     return call.getOutcome().isSuccess() ? KeyValues.empty() : KeyValues.of("shop.failed", call.getMethod());
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
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

    /** {@return the name of the policy} */
    public String getPolicy() {
        return policy;
    }

    /** {@return the name of the method, {@code Class.method}, or {@code programmatic}} */
    public String getMethod() {
        return method;
    }

    /** {@return the outcome of the call} */
    public Outcome getOutcome() {
        return outcome;
    }

    /** {@return the number of attempts} */
    public int getAttempts() {
        return attempts;
    }
}
