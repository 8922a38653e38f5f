package io.backoff.engine.execution;

import io.backoff.engine.RetryDecision;

/** Logs decisions after failures. */
@FunctionalInterface
public interface DecisionLogger {

    /**
     * Logs a decision.
     *
     * @param step the decision itself, which says more than its description for listeners
     */
    void log(RetryDecision decision, NextStep step);
}
