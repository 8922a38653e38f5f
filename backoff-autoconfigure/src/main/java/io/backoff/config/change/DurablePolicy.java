package io.backoff.config.change;

import io.backoff.budget.RetryBudget;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.FollowedPolicy;

/**
 * The policy of calls that are stored in a database between attempts. Since they block no thread and no caller, a
 * policy's default budget does not apply: it would only slow down the processing of a backlog.
 */
public final class DurablePolicy {

    private DurablePolicy() {}

    /** Returns a supplier of the current policy, with its budget only if that is configured. */
    public static FollowedPolicy of(BackoffPolicies policies, PolicyStore store, String name) {
        return FollowedPolicy.of(policies, name)
                .adapted(policy -> namesBudget(store, name) ? policy : policy.withBudget(RetryBudget.UNLIMITED));
    }

    private static boolean namesBudget(PolicyStore store, String policy) {
        return store.namesBudget(policy) || store.declaresBudgetOf(policy);
    }
}
