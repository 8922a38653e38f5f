package io.backoff.actuate;

import io.backoff.actuate.BudgetReport.KeyReport;
import io.backoff.actuate.PolicyReport.Property;
import io.backoff.budget.RetryBudget;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.policy.Budgets;
import io.backoff.config.policy.PolicyMemory;
import io.backoff.engine.TimeSource;
import io.backoff.policy.Keys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Creates the reports about budgets for the endpoint. Adds up the buckets that a key has in different policies, and
 * shows hashes instead of keys with {@code backoff.keys.show: false}.
 */
final class BudgetReports {

    private static final int MOST_KEYS = 10;

    private final Budgets budgets;
    private final PolicyStore store;
    private final PolicyMemory memory;
    private final boolean showKeys;
    private final TimeSource time;

    /**
     * Creates the factory of reports.
     *
     * @param showKeys whether reports show keys instead of hashes
     */
    BudgetReports(Budgets budgets, PolicyStore store, PolicyMemory memory, boolean showKeys, TimeSource time) {
        this.budgets = budgets;
        this.store = store;
        this.memory = memory;
        this.showKeys = showKeys;
        this.time = time;
    }

    /** The reports about all budgets, by name. */
    Map<String, BudgetReport> all() {
        long now = time.nanoTime();
        Map<String, List<Keys>> keys = new HashMap<>();
        for (Keys ofPolicy : memory.keysInUse()) {
            ofPolicy.budgets()
                    .forEach(budget -> keys.computeIfAbsent(budget, name -> new ArrayList<>())
                            .add(ofPolicy));
        }
        Map<String, BudgetReport> reports = new TreeMap<>();
        for (RetryBudget budget : budgets.all()) {
            List<Keys> ofBudget = keys.getOrDefault(budget.name(), List.of());
            reports.put(budget.name(), BudgetReport.of(budget, now, mostDenied(budget, ofBudget), null));
        }
        return reports;
    }

    /** The report about the budget of that name, with its settings; {@code null} if there is no such budget. */
    @Nullable
    BudgetReport of(String name) {
        RetryBudget budget = budgets.find(name);
        return budget == null
                ? null
                : BudgetReport.of(
                        budget,
                        time.nanoTime(),
                        mostDenied(budget, memory.keysInUse()),
                        Property.of(store.settings(SettingsGroup.BUDGETS, name)));
    }

    /**
     * The keys with the most denied retries; {@code null} if no call that draws from the budget has a key. A key has
     * one bucket per policy; the report contains the sums over these buckets.
     */
    private @Nullable List<KeyReport> mostDenied(RetryBudget budget, Collection<Keys> policies) {
        Map<String, Keys.Usage> byKey = new LinkedHashMap<>();
        policies.stream()
                .flatMap(ofPolicy -> ofPolicy.mostDenied(budget.name(), Integer.MAX_VALUE).stream())
                .forEach(usage -> byKey.merge(usage.key(), usage, Keys.Usage::plus));
        List<KeyReport> keys = byKey.values().stream()
                .sorted(Comparator.comparingLong(Keys.Usage::denied).reversed())
                .limit(MOST_KEYS)
                .map(usage -> new KeyReport(showKeys ? usage.key() : usage.hash(), usage.tokens(), usage.denied()))
                .toList();
        return keys.isEmpty() ? null : keys;
    }
}
