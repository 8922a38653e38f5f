package io.backoff.engine.safe;

import io.backoff.budget.Withdrawal;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/** Calls the budget of a policy and never throws. A broken budget grants nothing: its purpose is to prevent storms. */
public final class SafeRetryBudget {

    private static final Logger logger = System.getLogger(SafeRetryBudget.class.getName());

    private static final LogMessage BUDGET_FAILED = LogMessage.warning("The budget of policy '%s' failed");

    private SafeRetryBudget() {}

    public static void called(BackoffPolicy policy, long now) {
        try {
            policy.budget().recordCall(now);
        } catch (Throwable broken) {
            report(policy, broken);
        }
    }

    /**
     * Records that a call succeeded.
     *
     * @param last what paid for its last attempt; {@code null} if nothing did
     */
    public static void succeeded(BackoffPolicy policy, @Nullable Withdrawal last) {
        try {
            policy.budget().recordSuccess();
            if (last == Withdrawal.GRANTED) {
                policy.budget().refund();
            }
        } catch (Throwable broken) {
            report(policy, broken);
        }
    }

    public static Withdrawal withdraw(BackoffPolicy policy, long now) {
        try {
            return policy.budget().tryWithdraw(now);
        } catch (Throwable broken) {
            report(policy, broken);
            return Withdrawal.DENIED;
        }
    }

    /** The name of the budget, to explain why there is no retry. */
    public static String name(BackoffPolicy policy) {
        try {
            return policy.budget().name();
        } catch (Throwable broken) {
            return policy.name();
        }
    }

    private static void report(BackoffPolicy policy, Throwable broken) {
        BUDGET_FAILED.with(policy.name()).log(logger, broken);
    }
}
