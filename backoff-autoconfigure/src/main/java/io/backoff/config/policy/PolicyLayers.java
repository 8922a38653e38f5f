package io.backoff.config.policy;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PolicyProperties;
import io.backoff.config.Preset;
import io.backoff.config.Setting;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.text.NameSuggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the layers of each policy: its own settings, then its preset, then the policy it extends, then
 * the built-in defaults.
 */
public final class PolicyLayers {

    public static final String DEFAULT = "default";

    private final BuiltInPolicies builtIn;
    private final Map<String, Settings<PolicyProperties>> written;
    private final Map<String, LayeredPolicy> merged = new LinkedHashMap<>();

    private PolicyLayers(BuiltInPolicies builtIn, Map<String, Settings<PolicyProperties>> written) {
        this.builtIn = builtIn;
        this.written = written;
    }

    /**
     * Merges all configured policies and {@code default}.
     *
     * @param known existing policies, even if they are no longer configured
     */
    static Map<String, LayeredPolicy> merge(
            BuiltInPolicies builtIn, Map<String, Settings<PolicyProperties>> written, Set<String> known) {
        written.forEach((name, settings) -> BudgetPlan.checkName(SettingsGroup.POLICIES, name, settings));
        PolicyLayers layers = new PolicyLayers(builtIn, written);
        Set<String> names = new LinkedHashSet<>(Set.of(DEFAULT));
        names.addAll(written.keySet());
        names.addAll(known);
        for (String each : names) {
            layers.get(each, new LinkedHashSet<>());
        }
        return layers.merged;
    }

    /** Returns the property that sets the field of a policy; that of {@code default} if none does. */
    public static String deciding(Map<String, LayeredPolicy> layers, String policy, String field) {
        LayeredPolicy layer = layers.get(policy);
        return layer == null || layer.writes(field) || policy.equals(DEFAULT)
                ? SettingsGroup.POLICIES.property(policy, field)
                : deciding(layers, parent(layer.own()), field);
    }

    private static String parent(Settings<PolicyProperties> own) {
        String base = own.properties().extendsPolicy();
        return base == null ? DEFAULT : base;
    }

    private LayeredPolicy get(String name, Set<String> path) {
        LayeredPolicy known = merged.get(name);
        if (known != null) {
            return known;
        }
        Settings<PolicyProperties> own = written.getOrDefault(name, Settings.none(PolicyProperties.class));
        if (!path.add(name)) {
            throw circle(name, own, path);
        }
        List<Settings<PolicyProperties>> layers = new ArrayList<>(List.of(own));
        Preset preset = own.properties().preset();
        if (preset != null) {
            layers.add(builtIn.of(preset));
        }
        layers.addAll(inherited(name, own, path));
        LayeredPolicy policy = new LayeredPolicy(name, List.copyOf(layers));
        merged.put(name, policy);
        return policy;
    }

    private List<Settings<PolicyProperties>> inherited(String name, Settings<PolicyProperties> own, Set<String> path) {
        Setting base = own.get(LayeredPolicy.EXTENDS);
        if (base == null && name.equals(DEFAULT)) {
            return List.of(BuiltInPolicies.DEFAULTS);
        }
        String parent = parent(own);
        if (base != null && !parent.equals(DEFAULT) && !written.containsKey(parent)) {
            throw unknownBase(name, base, parent);
        }
        return get(parent, path).layers();
    }

    private InvalidPropertyException unknownBase(String name, Setting base, String parent) {
        Set<String> known = new LinkedHashSet<>(written.keySet());
        known.add(DEFAULT);
        String guess = NameSuggestion.closest(parent, known)
                .map(closest -> "Did you mean '" + closest + "'?")
                .orElse("Extend one of these policies: " + String.join(", ", known) + ".");
        return invalid(name, base, "there is no such policy", guess);
    }

    private static InvalidPropertyException circle(String name, Settings<PolicyProperties> own, Set<String> path) {
        return invalid(
                name,
                own.get(LayeredPolicy.EXTENDS),
                "policies extend one another in a circle: " + String.join(" -> ", path) + " -> " + name,
                "Let one of them extend 'default', as policies do if 'extends' is unset.");
    }

    private static InvalidPropertyException invalid(
            String policy, @Nullable Setting base, String reason, String remedy) {
        Setting shown = base == null ? new Setting(DEFAULT, Setting.DEFAULT) : base;
        return new InvalidPropertyException(
                SettingsGroup.POLICIES.property(policy, LayeredPolicy.EXTENDS),
                shown.value(),
                shown.origin(),
                reason,
                remedy);
    }
}
