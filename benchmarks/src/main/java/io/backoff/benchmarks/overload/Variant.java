package io.backoff.benchmarks.overload;

import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.engine.BackoffOperations;
import io.backoff.policy.BackoffPolicies;
import org.springframework.beans.factory.BeanFactory;

/** A caller, the budget of its retries, and the handler of the server. */
record Variant(String title, Caller caller, RetryBudget budget, Handler handler) {

    /** Creates a variant whose server ignores the deadlines of its callers. */
    Variant(String title, Caller caller, RetryBudget budget) {
        this(title, caller, budget, Handler.PLAIN);
    }

    /** A variant that calls under a policy of {@code overload.yml}. */
    static Variant of(BeanFactory application, String policy) {
        BackoffOperations operations = application.getBean(BackoffOperations.class);
        return new Variant(
                "backoff, " + policy.replace('-', ' '),
                attempt -> operations.callAsync(policy, attempt),
                application.getBean(BackoffPolicies.class).get(policy).budget());
    }

    /** A variant without a budget. */
    static Variant of(String title, Caller caller) {
        return new Variant(title, caller, RetryBudget.UNLIMITED);
    }

    /** Returns this variant with another handler of the server. */
    Variant handledBy(String newTitle, Handler other) {
        return new Variant(newTitle, caller, budget, other);
    }

    /** Retries that the budget has denied so far. */
    long denied() {
        return budget.withdrawals(Withdrawal.DENIED);
    }
}
