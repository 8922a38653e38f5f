package io.backoff.config.change;

import io.backoff.budget.RetryBudget;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.FollowedPolicy;

/**
 * The policy of calls that wait in a database between their attempts. They hold no thread and no caller, and come back
 * at their own times, so the budget that each policy has by default would only keep a backlog from draining.
 */
public final class DurablePolicy {

    private DurablePolicy() {}

    /** Follows a policy: with its budget if that one is configured, without a budget otherwise. */
    public static FollowedPolicy of(BackoffPolicies policies, PolicyStore store, String name) {
        return FollowedPolicy.of(policies, name)
                .adapted(policy -> namesBudget(store, name) ? policy : policy.withBudget(RetryBudget.UNLIMITED));
    }

    private static boolean namesBudget(PolicyStore store, String policy) {
        return store.namesBudget(policy) || store.declaresBudgetOf(policy);
    }
}
