package io.backoff.messaging;

import io.backoff.engine.execution.Guard;
import io.backoff.policy.BackoffPolicy;
import java.util.function.Supplier;

/**
 * A listener whose messages a policy retries.
 *
 * @param tag its name in meters and messages
 * @param guard its guard, created when it is first needed
 */
public record GovernedListener(String tag, GovernedCalls calls, Supplier<Guard> guard) {

    /** Name of the policy. */
    public String policy() {
        return calls.policy();
    }

    /** The policy as it is now. */
    public BackoffPolicy currentPolicy() {
        return calls.currentPolicy();
    }
}
