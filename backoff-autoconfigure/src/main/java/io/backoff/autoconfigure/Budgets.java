package io.backoff.autoconfigure;

import io.backoff.policy.BudgetLimits;
import io.backoff.policy.RetryBudget;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The retry budgets of the application by name. A budget keeps its tokens when policies change. */
public final class Budgets {

    private final Map<String, RetryBudget> budgets = new ConcurrentSkipListMap<>();

    /** The budget of that name; made, full, when it is new. */
    RetryBudget get(String name, BudgetLimits limits) {
        return budgets.computeIfAbsent(name, key -> RetryBudget.of(key, limits));
    }

    /** All budgets that policies draw from, by name. */
    public Collection<RetryBudget> all() {
        return budgets.values();
    }
}
