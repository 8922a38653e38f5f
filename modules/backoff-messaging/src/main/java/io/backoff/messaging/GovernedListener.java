package io.backoff.messaging;

import io.backoff.engine.execution.Guard;
import io.backoff.policy.BackoffPolicy;
import java.util.function.Supplier;

/**
 * A message listener under a retry policy.
 *
 * @param tag name of the listener in meters and messages
 * @param guard guard of its calls, created on first use
 */
public record GovernedListener(String tag, GovernedCalls calls, Supplier<Guard> guard) {

    /** The name of the policy. */
    public String policy() {
        return calls.policy();
    }

    /** The current policy. */
    public BackoffPolicy currentPolicy() {
        return calls.currentPolicy();
    }
}
