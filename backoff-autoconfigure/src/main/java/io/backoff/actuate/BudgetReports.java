package io.backoff.actuate;

import io.backoff.actuate.PolicyReport.Property;
import io.backoff.budget.RetryBudget;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.TimeSource;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Creates the reports about budgets. */
final class BudgetReports {

    private final Budgets budgets;
    private final PolicyStore store;
    private final TimeSource time;

    BudgetReports(Budgets budgets, PolicyStore store, TimeSource time) {
        this.budgets = budgets;
        this.store = store;
        this.time = time;
    }

    /** All budgets by name. */
    Map<String, BudgetReport> all() {
        long now = time.nanoTime();
        Map<String, BudgetReport> reports = new TreeMap<>();
        for (RetryBudget each : budgets.all()) {
            reports.put(each.name(), BudgetReport.of(each, now, null));
        }
        return reports;
    }

    /** The budget of that name with its settings; {@code null} if there is none. */
    @Nullable
    BudgetReport of(String name) {
        RetryBudget budget = budgets.find(name);
        return budget == null
                ? null
                : BudgetReport.of(budget, time.nanoTime(), Property.of(store.settings(SettingsGroup.BUDGETS, name)));
    }
}
