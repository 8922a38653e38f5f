package io.backoff.config.policy;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.source.ConfiguredSettings;
import io.backoff.message.LogLine;
import io.backoff.policy.BackoffPolicy;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Validates settings and creates policies from them, without effect on the current ones. */
public final class SnapshotFactory {

    private final PolicyAssembler assembler;
    private final Budgets budgets;
    private final PolicyMemory memory;
    private final PolicyChangeValidator validator;
    private final BuiltInPolicies builtIn = new BuiltInPolicies();

    /**
     * Creates a factory for an application.
     *
     * @param memory outlives the snapshots
     */
    public SnapshotFactory(
            PolicyAssembler assembler, Budgets budgets, PolicyMemory memory, PolicyChangeValidator validator) {
        this.assembler = assembler;
        this.budgets = budgets;
        this.memory = memory;
        this.validator = validator;
    }

    public PolicySnapshot nothing() {
        return PolicySnapshot.nothing(budgets);
    }

    /**
     * Creates the next snapshot.
     *
     * @param before the current snapshot, whose policies continue to exist
     * @throws InvalidPropertyException if the settings are invalid
     */
    public PolicySnapshot create(ConfiguredSettings configured, PolicySnapshot before) {
        BudgetPlan plan = new BudgetPlan(budgets, configured.budgets());
        Map<String, LayeredPolicy> layers = LayeredPolicy.all(
                builtIn, configured.policies(), before.policies().keySet());
        Map<String, BackoffPolicy> policies = new LinkedHashMap<>();
        layers.forEach((name, each) ->
                policies.put(name, policy(each, plan, before.policies().get(name))));
        Set<LogLine> warnings = warnings(layers.values());
        warnings.addAll(UnusedBudgets.warnings(configured.budgets(), policies.values()));
        return new PolicySnapshot(configured, Map.copyOf(layers), Map.copyOf(policies), plan, warnings);
    }

    private BackoffPolicy policy(LayeredPolicy layers, BudgetPlan plan, @Nullable BackoffPolicy before) {
        PolicyChecks.check(layers);
        BackoffPolicy policy = memory.recall(assembler.assemble(layers, plan.of(layers)), layers);
        validator.check(before, policy, layers);
        return policy;
    }

    /** Applies a snapshot. */
    public void carryOut(PolicySnapshot next) {
        next.plan().carryOut();
        next.layers().values().forEach(memory::change);
    }

    private static Set<LogLine> warnings(Collection<LayeredPolicy> policies) {
        return policies.stream()
                .flatMap(each -> PolicyWarnings.of(each).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
