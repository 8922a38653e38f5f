package io.backoff.engine.execution;

import io.backoff.engine.RetryDecision;
import io.backoff.engine.decision.NextStep;
import io.backoff.policy.BackoffPolicy;
import org.jspecify.annotations.Nullable;

/** Logs decisions after failures. */
@FunctionalInterface
public interface DecisionLogger {

    /**
     * Logs a decision.
     *
     * @param step the decision itself, which says more than its description for listeners
     * @param policy the policy of the call, with the rules of its annotation
     * @param place for example the queue of the message that the call is for; {@code null} if the call has no place
     */
    void log(RetryDecision decision, NextStep step, BackoffPolicy policy, @Nullable String place);
}
