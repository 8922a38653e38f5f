package io.backoff.config.policy;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.source.ConfiguredSettings;
import io.backoff.message.LogLine;
import io.backoff.policy.BackoffPolicy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Checks settings and creates policies from them, without effect on the settings in force. */
public final class SnapshotFactory {

    private final PolicyAssembler assembler;
    private final Budgets budgets;
    private final PolicyChangeValidator validator;
    private final BuiltInPolicies builtIn = new BuiltInPolicies();

    public SnapshotFactory(PolicyAssembler assembler, Budgets budgets, PolicyChangeValidator validator) {
        this.assembler = assembler;
        this.budgets = budgets;
        this.validator = validator;
    }

    public Snapshot nothing() {
        return Snapshot.nothing(budgets);
    }

    /**
     * Creates the next snapshot.
     *
     * @param before the snapshot in force, whose policies continue to exist
     * @throws InvalidPropertyException if the settings are invalid
     */
    public Snapshot create(ConfiguredSettings configured, Snapshot before) {
        BudgetLayers budgetLayers = new BudgetLayers(configured.budgets());
        BudgetPlan plan = new BudgetPlan(budgets, budgetLayers);
        Map<String, LayeredPolicy> layers = PolicyLayers.merge(
                builtIn, configured.policies(), before.policies().keySet());
        Map<String, BackoffPolicy> policies = new LinkedHashMap<>();
        Set<LogLine> warnings = new TreeSet<>();
        for (LayeredPolicy each : layers.values()) {
            PolicyChecks.check(each);
            BackoffPolicy policy = assembler.assemble(each, plan.of(each));
            validator.check(before.policies().get(each.name()), policy, each);
            warnings.addAll(PolicyWarnings.of(each));
            policies.put(each.name(), policy);
        }
        warnings.addAll(UnusedBudgets.warnings(configured.budgets(), policies.values()));
        return new Snapshot(configured, Map.copyOf(layers), Map.copyOf(policies), budgetLayers, plan, warnings);
    }
}
