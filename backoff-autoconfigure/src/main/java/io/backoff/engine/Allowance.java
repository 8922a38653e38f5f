package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.RetryBudget;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The budget of a policy as one that never throws. A broken one grants nothing: it is there to prevent storms. */
final class Allowance {

    private static final Logger logger = System.getLogger(Allowance.class.getName());

    private Allowance() {}

    static void called(BackoffPolicy policy, long now) {
        try {
            policy.budget().called(now);
        } catch (Throwable broken) {
            report(policy.name(), broken);
        }
    }

    static void called(String policy, RetryBudget budget, long now, long calls) {
        try {
            budget.called(now, calls);
        } catch (Throwable broken) {
            report(policy, broken);
        }
    }

    /** Whether a success would change nothing but the ratio of retries. */
    static boolean isFull(RetryBudget budget) {
        try {
            return budget.isFull();
        } catch (Throwable broken) {
            return false;
        }
    }

    static void succeeded(BackoffPolicy policy) {
        try {
            policy.budget().succeeded();
        } catch (Throwable broken) {
            report(policy.name(), broken);
        }
    }

    static boolean grants(BackoffPolicy policy, long now) {
        try {
            return policy.budget().tryWithdraw(now).granted();
        } catch (Throwable broken) {
            report(policy.name(), broken);
            return false;
        }
    }

    /** For the explanation why there is no retry. */
    static String name(BackoffPolicy policy) {
        try {
            return policy.budget().name();
        } catch (Throwable broken) {
            return policy.name();
        }
    }

    private static void report(String policy, Throwable broken) {
        logger.log(Level.WARNING, "The budget of policy '" + policy + "' failed", broken);
    }
}
