package io.backoff.config.change;

import io.backoff.budget.RetryBudget;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.FollowedPolicy;

/**
 * The policy of calls stored in a database between attempts. They block no thread and no caller, and are retried
 * at their own times, so the budget that each policy has by default would only keep a backlog from draining.
 */
public final class DurablePolicy {

    private DurablePolicy() {}

    /** Tracks the current version of a policy: with its budget if that is configured, otherwise without one. */
    public static FollowedPolicy of(BackoffPolicies policies, PolicyStore store, String name) {
        return FollowedPolicy.of(policies, name)
                .adapted(policy -> namesBudget(store, name) ? policy : policy.withBudget(RetryBudget.UNLIMITED));
    }

    private static boolean namesBudget(PolicyStore store, String policy) {
        return store.namesBudget(policy) || store.declaresBudgetOf(policy);
    }
}
