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
     * @param decision the decision as listeners get it
     * @param step the same decision in more detail
     * @param policy the policy of the call, with the rules of its annotation
     * @param inTransaction whether the call makes one attempt, although its policy permits retries, because it runs in a
     *     transaction
     * @param place the place of the call, for example the queue of a message; {@code null} if it has none
     */
    void log(
            RetryDecision decision, NextStep step, BackoffPolicy policy, boolean inTransaction, @Nullable String place);
}
