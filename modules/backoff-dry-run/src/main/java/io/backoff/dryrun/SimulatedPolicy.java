package io.backoff.dryrun;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.Classifier;
import io.backoff.classify.FailureClassifier;
import io.backoff.engine.execution.Guard;
import io.backoff.pace.Pace;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.CurrentPolicy;
import io.backoff.policy.Keys;
import java.util.List;
import java.util.Map;

/**
 * A policy in a simulation.
 *
 * @param guard begins calls under the policy; it uses simulated time and a copy of the budget
 * @param traffic when calls begin, and the results of their attempts
 * @param tally adds up the results of the calls
 */
record SimulatedPolicy(Guard guard, Traffic traffic, Tally tally) {

    /**
     * Adds a policy to a simulation.
     *
     * @param budget the copy of the policy's budget
     */
    static SimulatedPolicy of(
            Simulation simulation, BackoffPolicy policy, RetryBudget budget, Traffic traffic, Tally tally) {
        BackoffPolicy simulated = policy.withBudget(budget)
                .withClassifier(classifier(policy.classifier()))
                // The pace and the keys of the real policy are replaced: real calls must not wait for simulated ones.
                .with(Pace.OFF.lane(null), Keys.NONE);
        Map<String, BackoffPolicy> policies = Map.of(policy.name(), simulated);
        CurrentPolicy followed = CurrentPolicy.of(new BackoffPolicies(() -> policies), policy.name());
        return new SimulatedPolicy(Guard.of(simulation.engine(), followed, "simulated"), traffic, tally);
    }

    private static FailureClassifier classifier(FailureClassifier real) {
        boolean honorRetryAfter = real.rules().honorRetryAfter();
        Classifier recorded =
                failure -> failure instanceof SimulatedFailure simulated ? simulated.verdict(honorRetryAfter) : null;
        return new FailureClassifier(real.rules(), List.of(recorded), List.of(), real.groups());
    }
}
