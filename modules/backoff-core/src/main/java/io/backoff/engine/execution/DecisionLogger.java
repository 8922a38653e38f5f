package io.backoff.engine.execution;

import io.backoff.engine.RetryDecision;
import io.backoff.policy.BackoffPolicy;

/** Logs decisions after failures. */
@FunctionalInterface
public interface DecisionLogger {

    /**
     * Logs a decision.
     *
     * @param step the decision itself, which says more than its description for listeners
     * @param policy the policy of the call, with the rules of its annotation
     */
    void log(RetryDecision decision, NextStep step, BackoffPolicy policy);
}
