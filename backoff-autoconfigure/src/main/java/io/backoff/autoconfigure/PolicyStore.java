package io.backoff.autoconfigure;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.UnknownPolicyException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The policies of the application as they are now. A change swaps all of them at once, so that policies that inherit
 * from one another are never seen half changed; one that is refused changes nothing.
 */
public final class PolicyStore implements Supplier<Map<String, BackoffPolicy>> {

    private final PolicyAssembler assembler;
    private final BudgetSettings budgets;
    private final BuiltInPolicies builtIn = new BuiltInPolicies();
    private final Map<String, Map<String, Setting>> written;
    private Map<String, Map<String, Setting>> changed = Map.of();
    private volatile Snapshot snapshot;

    PolicyStore(PolicyAssembler assembler, BudgetSettings budgets, Map<String, Map<String, Setting>> written) {
        this.assembler = assembler;
        this.budgets = budgets;
        this.written = written;
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

    /**
     * Changes one field of a policy until the application restarts. Policies that inherit the field follow.
     *
     * @param property the name of the field, for example {@code max-attempts}
     * @param value the value as it would be written in the configuration
     * @throws UnknownPolicyException if there is no such policy
     * @throws InvalidPropertyException if the field does not exist, or the value cannot be used
     */
    public synchronized void change(String policy, String property, String value) {
        Map<String, Setting> fields = new LinkedHashMap<>(changed.getOrDefault(known(policy), Map.of()));
        fields.put(property, ChangedSetting.of(policy, property, value));
        apply(policy, fields);
    }

    /**
     * Takes back all changes of a policy.
     *
     * @throws UnknownPolicyException if there is no such policy
     */
    public synchronized void reset(String policy) {
        apply(known(policy), Map.of());
    }

    private void apply(String policy, Map<String, Setting> fields) {
        Map<String, Map<String, Setting>> changes = new HashMap<>(changed);
        changes.put(policy, fields);
        Map<String, Map<String, Setting>> merged = new LinkedHashMap<>(written);
        changes.forEach((name, settings) -> merged.merge(name, settings, PolicyStore::over));
        snapshot = build(merged);
        changed = changes;
    }

    private String known(String policy) {
        if (!snapshot.policies.containsKey(policy)) {
            throw new UnknownPolicyException(policy, snapshot.policies.keySet());
        }
        return policy;
    }

    private Snapshot build(Map<String, Map<String, Setting>> settings) {
        Map<String, LayeredPolicy> layers = PolicyLayers.merge(builtIn, settings);
        Map<String, BackoffPolicy> policies = new LinkedHashMap<>();
        layers.forEach((name, layered) -> {
            PolicyChecks.check(layered);
            PolicyWarnings.log(layered);
            policies.put(name, assembler.assemble(layered, budgets.of(layered)));
        });
        return new Snapshot(Map.copyOf(layers), Map.copyOf(policies));
    }

    private static Map<String, Setting> over(Map<String, Setting> base, Map<String, Setting> top) {
        Map<String, Setting> merged = new LinkedHashMap<>(base);
        merged.putAll(top);
        return merged;
    }

    private record Snapshot(Map<String, LayeredPolicy> layers, Map<String, BackoffPolicy> policies) {}
}
