package io.backoff.engine.execution;

import io.backoff.message.CallMessage;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;

/** Calls the budget of a policy and never throws. A broken budget grants nothing: its purpose is to prevent storms. */
final class SafeRetryBudget {

    private static final Logger logger = System.getLogger(SafeRetryBudget.class.getName());

    private SafeRetryBudget() {}

    static void called(BackoffPolicy policy, long now) {
        try {
            policy.budget().recordCall(now);
        } catch (Throwable broken) {
            report(policy, broken);
        }
    }

    static void succeeded(BackoffPolicy policy) {
        try {
            policy.budget().recordSuccess();
        } catch (Throwable broken) {
            report(policy, broken);
        }
    }

    static boolean grants(BackoffPolicy policy, long now) {
        try {
            return policy.budget().tryWithdraw(now).granted();
        } catch (Throwable broken) {
            report(policy, broken);
            return false;
        }
    }

    /** The name of the budget, to explain why there is no retry. */
    static String name(BackoffPolicy policy) {
        try {
            return policy.budget().name();
        } catch (Throwable broken) {
            return policy.name();
        }
    }

    private static void report(BackoffPolicy policy, Throwable broken) {
        CallMessage.BUDGET_FAILED.with(policy.name()).log(logger, broken);
    }
}
