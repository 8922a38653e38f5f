package io.backoff.config.change;

import io.backoff.budget.RetryBudget;
import io.backoff.config.SettingsGroup;
import io.backoff.config.policy.PolicyLayers;
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

    // The budget 'default' is where all others inherit from: setting it does not name it.
    private static boolean namesBudget(PolicyStore store, String policy) {
        return store.settings(SettingsGroup.POLICIES, policy).containsKey("budget")
                || !policy.equals(PolicyLayers.DEFAULT)
                        && store.written(SettingsGroup.BUDGETS).containsKey(policy);
    }
}
