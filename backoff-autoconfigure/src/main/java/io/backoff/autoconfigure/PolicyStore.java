package io.backoff.autoconfigure;

import io.backoff.policy.BackoffPolicy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The policies of the application as they are now. A change swaps all of them at once, so that policies that inherit
 * from one another are never seen half changed.
 */
public final class PolicyStore implements Supplier<Map<String, BackoffPolicy>> {

    private final PolicyAssembler assembler;
    private final BudgetSettings budgets;
    private final BuiltInPolicies builtIn = new BuiltInPolicies();
    private volatile Snapshot snapshot;

    PolicyStore(PolicyAssembler assembler, BudgetSettings budgets, Map<String, Map<String, Setting>> written) {
        this.assembler = assembler;
        this.budgets = budgets;
        this.snapshot = build(written);
    }

    @Override
    public Map<String, BackoffPolicy> get() {
        return snapshot.policies;
    }

    /** Every field of a policy with its origin, in the order of the documentation. */
    public Map<String, Setting> settings(String policy) {
        LayeredPolicy layered = snapshot.layers.get(policy);
        return layered == null ? Map.of() : layered.effective();
    }

    private Snapshot build(Map<String, Map<String, Setting>> written) {
        Map<String, LayeredPolicy> layers = PolicyLayers.merge(builtIn, written);
        Map<String, BackoffPolicy> policies = new LinkedHashMap<>();
        layers.forEach((name, layered) -> {
            PolicyChecks.check(layered);
            PolicyWarnings.log(layered);
            policies.put(name, assembler.assemble(layered, budgets.of(layered)));
        });
        return new Snapshot(Map.copyOf(layers), Map.copyOf(policies));
    }

    private record Snapshot(Map<String, LayeredPolicy> layers, Map<String, BackoffPolicy> policies) {}
}
