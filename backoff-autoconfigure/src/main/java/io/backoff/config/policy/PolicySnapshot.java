package io.backoff.config.policy;

import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import io.backoff.config.source.ConfiguredSettings;
import io.backoff.message.LogLine;
import io.backoff.policy.BackoffPolicy;
import java.util.Map;
import java.util.Set;

/**
 * The settings at one time, with the policies, budgets and warnings built from them.
 *
 * @param configured the fields that policies and budgets set themselves
 * @param layers the merged layers of policies, by name
 * @param policies the policies, by name
 * @param plan the budgets
 * @param warnings settings that are unlikely to be intended
 */
public record PolicySnapshot(
        ConfiguredSettings configured,
        Map<String, LayeredPolicy> layers,
        Map<String, BackoffPolicy> policies,
        BudgetPlan plan,
        Set<LogLine> warnings) {

    public boolean isKnown(SettingsGroup group, String name) {
        return group == SettingsGroup.BUDGETS ? plan.has(name) : policies.containsKey(name);
    }

    /** Returns every field with its origin; empty if the policy or budget is unknown. */
    public Map<String, Setting> settings(SettingsGroup group, String name) {
        if (group == SettingsGroup.BUDGETS) {
            return plan.has(name) ? plan.settings(name).fields() : Map.of();
        }
        LayeredPolicy layered = layers.get(name);
        return layered == null ? Map.of() : layered.effective().fields();
    }

    /**
     * Returns the property that sets a field of a policy. If the policy inherits the field, this is a property of the
     * policy from which it inherits.
     */
    public String deciding(String policy, String field) {
        LayeredPolicy layered = layers.get(policy);
        return layered == null ? SettingsGroup.POLICIES.property(policy, field) : layered.deciding(field);
    }
}
