package io.backoff.autoconfigure;

import io.backoff.policy.BudgetLimits;
import io.backoff.policy.RetryBudget;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The retry budgets of the application by name. A budget keeps its tokens when policies change. */
public final class Budgets {

    private final Map<String, RetryBudget> budgets = new ConcurrentSkipListMap<>();
    private final List<Consumer<? super RetryBudget>> watchers = new CopyOnWriteArrayList<>();

    /** The budget of that name; made, full, when it is new. */
    RetryBudget get(String name, BudgetLimits limits) {
        RetryBudget known = budgets.get(name);
        return known != null ? known : add(RetryBudget.of(name, limits));
    }

    private RetryBudget add(RetryBudget made) {
        RetryBudget raced = budgets.putIfAbsent(made.name(), made);
        if (raced != null) {
            return raced;
        }
        watchers.forEach(watcher -> watcher.accept(made));
        return made;
    }

    /** All budgets that policies draw from, by name. */
    public Collection<RetryBudget> all() {
        return budgets.values();
    }

    /**
     * Shows every budget to the watcher: those that exist now, and later ones, which a change at run time makes, when
     * they are made.
     *
     * @param watcher must not throw, and must not mind a budget that it is shown twice
     */
    public void watch(Consumer<? super RetryBudget> watcher) {
        // In this order: a budget that is made in between is shown twice rather than never.
        watchers.add(watcher);
        all().forEach(watcher);
    }
}
