package io.backoff.config.policy;

import io.backoff.config.FieldName;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.Preset;
import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import io.backoff.text.NameSuggestion;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Merges the layers of policies field by field: own value, then own preset, then the policy that it extends, then the
 * built-in default.
 */
public final class PolicyLayers {

    public static final String DEFAULT = "default";
    private static final String EXTENDS = "extends";
    private static final String PRESET = "preset";

    private final BuiltInPolicies builtIn;
    private final Map<String, Map<String, Setting>> written;
    private final Map<String, LayeredPolicy> merged = new LinkedHashMap<>();

    private PolicyLayers(BuiltInPolicies builtIn, Map<String, Map<String, Setting>> written) {
        this.builtIn = builtIn;
        this.written = written;
    }

    /**
     * Merges all configured policies and {@code default}.
     *
     * @param known policies that exist, even if they are no longer configured
     */
    static Map<String, LayeredPolicy> merge(
            BuiltInPolicies builtIn, Map<String, Map<String, Setting>> written, Set<String> known) {
        written.forEach((name, fields) -> BudgetLayers.checkName(SettingsGroup.POLICIES, name, fields));
        PolicyLayers layers = new PolicyLayers(builtIn, written);
        Set<String> names = new LinkedHashSet<>(Set.of(DEFAULT));
        names.addAll(written.keySet());
        names.addAll(known);
        for (String each : names) {
            layers.get(each, new LinkedHashSet<>());
        }
        return layers.merged;
    }

    /** The property that sets the field of a policy; the property of {@code default} if none does. */
    public static FieldName deciding(Map<String, LayeredPolicy> layers, String policy, String field) {
        LayeredPolicy layer = layers.get(policy);
        if (layer == null || layer.writes(field) || policy.equals(DEFAULT)) {
            return FieldName.ofPolicy(policy, field);
        }
        Setting base = layer.own().get(EXTENDS);
        return deciding(layers, base == null ? DEFAULT : base.value().toString(), field);
    }

    private LayeredPolicy get(String name, Set<String> path) {
        LayeredPolicy known = merged.get(name);
        return known != null ? known : mergeNew(name, path);
    }

    private LayeredPolicy mergeNew(String name, Set<String> path) {
        Map<String, Setting> own = written.getOrDefault(name, Map.of());
        if (!path.add(name)) {
            throw circle(name, own, path);
        }
        LayeredPolicy policy = layered(name, own, inherited(name, own, path));
        merged.put(name, policy);
        return policy;
    }

    private LayeredPolicy layered(String name, Map<String, Setting> own, LayeredPolicy inherited) {
        Map<String, Setting> effective = new LinkedHashMap<>(inherited.effective());
        Map<String, Integer> distances = new HashMap<>();
        effective.keySet().forEach(field -> distances.put(field, inherited.distance(field) + 2));
        Setting preset = own.get(PRESET);
        if (preset != null) {
            Map<String, Setting> fields = builtIn.of((Preset) preset.value());
            effective.putAll(fields);
            fields.keySet().forEach(field -> distances.put(field, 1));
        }
        effective.putAll(own);
        own.keySet().forEach(field -> distances.put(field, 0));
        return new LayeredPolicy(name, own, effective, distances);
    }

    private LayeredPolicy inherited(String name, Map<String, Setting> own, Set<String> path) {
        Setting base = own.get(EXTENDS);
        if (base == null && name.equals(DEFAULT)) {
            return new LayeredPolicy(name, Map.of(), BuiltInPolicies.defaults(), Map.of());
        }
        String parent = base == null ? DEFAULT : base.value().toString();
        if (base != null && !parent.equals(DEFAULT) && !written.containsKey(parent)) {
            throw unknownBase(name, base, parent);
        }
        return inheritable(get(parent, path));
    }

    private static LayeredPolicy inheritable(LayeredPolicy parent) {
        Map<String, Setting> fields = new LinkedHashMap<>(parent.effective());
        // These two describe how the parent was built, and are not inherited.
        fields.remove(EXTENDS);
        fields.remove(PRESET);
        return new LayeredPolicy(parent.name(), parent.own(), fields, parent.distances());
    }

    private InvalidPropertyException unknownBase(String name, Setting base, String parent) {
        Set<String> known = new LinkedHashSet<>(written.keySet());
        known.add(DEFAULT);
        String guess = NameSuggestion.closest(parent, known)
                .map(closest -> "Did you mean '" + closest + "'?")
                .orElse("Extend one of these policies: " + String.join(", ", known) + ".");
        return new InvalidPropertyException(
                FieldName.ofPolicy(name, EXTENDS).toString(), parent, base.origin(), "there is no such policy", guess);
    }

    private static InvalidPropertyException circle(String name, Map<String, Setting> own, Set<String> path) {
        Setting base = own.getOrDefault(EXTENDS, new Setting(DEFAULT, Setting.DEFAULT));
        return new InvalidPropertyException(
                FieldName.ofPolicy(name, EXTENDS).toString(),
                base.value(),
                base.origin(),
                "policies extend one another in a circle: " + String.join(" -> ", path) + " -> " + name,
                "Let one of them extend 'default', as policies do if 'extends' is unset.");
    }
}
