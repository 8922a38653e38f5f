package io.backoff.config.policy;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.InvalidPropertyException.Invalid;
import io.backoff.config.JitterKind;
import io.backoff.config.PaceMode;
import io.backoff.config.PolicyProperties;
import io.backoff.config.PropertyFormat;
import io.backoff.config.RejectionReason;
import io.backoff.config.Setting;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.config.Strategy;
import io.backoff.text.NameSuggestion;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One policy with all layers of its settings: its own, those of its preset, those of the policy that it extends, and
 * the built-in ones. The first layer that sets a field wins.
 *
 * @param name the name of the policy
 * @param own the settings of the policy itself
 * @param preset the settings of its preset; {@code null} if it has no preset
 * @param parent the policy that it extends; {@code null} for {@code default}
 * @param effective the merged layers
 */
record LayeredPolicy(
        String name,
        Settings<PolicyProperties> own,
        @Nullable Settings<PolicyProperties> preset,
        @Nullable LayeredPolicy parent,
        Settings<PolicyProperties> effective) {

    private static final String EXTENDS = "extends";
    private static final Settings<PolicyProperties> UNSET = Settings.none(PolicyProperties.class);

    /** Reads a field that has a default. */
    @FunctionalInterface
    interface Field<T> {

        @Nullable
        T of(PolicyProperties properties);
    }

    /**
     * Merges the layers of each configured policy, and of the policy {@code default}.
     *
     * @param known existing policies, even if they are no longer configured
     * @throws InvalidPropertyException if a policy extends an unknown policy or, directly or indirectly, itself
     */
    static Map<String, LayeredPolicy> all(Map<String, Settings<PolicyProperties>> written, Set<String> known) {
        written.forEach((name, settings) -> BudgetPlan.checkName(SettingsGroup.POLICIES, name, settings));
        Set<String> names = new LinkedHashSet<>(Set.of(SettingsGroup.DEFAULT));
        names.addAll(written.keySet());
        names.addAll(known);
        Map<String, LayeredPolicy> merged = new LinkedHashMap<>();
        names.forEach(name -> merge(name, written, merged, new LinkedHashSet<>()));
        return merged;
    }

    private static LayeredPolicy merge(
            String name,
            Map<String, Settings<PolicyProperties>> written,
            Map<String, LayeredPolicy> merged,
            Set<String> path) {
        LayeredPolicy known = merged.get(name);
        if (known != null) {
            return known;
        }
        Settings<PolicyProperties> own = written.getOrDefault(name, UNSET);
        if (!path.add(name)) {
            throw circle(name, own, path);
        }
        String base = base(name, own, written);
        LayeredPolicy parent = base == null ? null : merge(base, written, merged, path);
        Settings<PolicyProperties> preset = own.properties().preset() == null
                ? null
                : BuiltInPolicies.of(own.properties().preset());
        // The fields 'extends' and 'preset' determine the layers, and are not inherited.
        Settings<PolicyProperties> inherited = (preset == null ? UNSET : preset)
                .or(parent == null ? BuiltInPolicies.DEFAULTS : parent.effective)
                .without(EXTENDS, "preset");
        LayeredPolicy policy = new LayeredPolicy(name, own, preset, parent, own.or(inherited));
        merged.put(name, policy);
        return policy;
    }

    /**
     * Returns the name of the policy that a policy extends. A policy without {@code extends} extends {@code default}.
     * For {@code default} without {@code extends}, the result is {@code null}.
     */
    private static @Nullable String base(
            String name, Settings<PolicyProperties> own, Map<String, Settings<PolicyProperties>> written) {
        String base = own.properties().extendsPolicy();
        if (base == null) {
            return name.equals(SettingsGroup.DEFAULT) ? null : SettingsGroup.DEFAULT;
        }
        Set<String> known = new LinkedHashSet<>(written.keySet());
        known.add(SettingsGroup.DEFAULT);
        if (!known.contains(base)) {
            String guess = NameSuggestion.closest(base, known)
                    .map(RejectionReason::didYouMean)
                    .orElse("Extend one of these policies: " + String.join(", ", known) + ".");
            throw invalidBase(name, own, "there is no such policy", guess);
        }
        return base;
    }

    private static InvalidPropertyException circle(String name, Settings<PolicyProperties> own, Set<String> path) {
        return invalidBase(
                name,
                own,
                "policies extend one another in a circle: " + String.join(" -> ", path) + " -> " + name,
                "Let one of them extend 'default', as policies do if 'extends' is unset.");
    }

    private static InvalidPropertyException invalidBase(
            String policy, Settings<PolicyProperties> own, String reason, String remedy) {
        Setting base = own.get(EXTENDS);
        Setting shown = base == null ? new Setting(SettingsGroup.DEFAULT, Setting.DEFAULT) : base;
        return new InvalidPropertyException(
                SettingsGroup.POLICIES.property(policy, EXTENDS), shown.value(), shown.origin(), reason, remedy);
    }

    boolean writes(String field) {
        return own.sets(field);
    }

    /**
     * Returns the property that sets a field. It belongs to this policy if this policy sets the field, otherwise to the
     * nearest extended policy that does, and to {@code default} if none does. Ignores presets.
     */
    String deciding(String field) {
        return parent == null || writes(field) ? SettingsGroup.POLICIES.property(name, field) : parent.deciding(field);
    }

    /**
     * Returns the number of the layer that sets a field: 0 if the policy itself sets the field, more if it inherits the
     * field.
     */
    int distance(String field) {
        if (writes(field)) {
            return 0;
        }
        if (preset != null && preset.sets(field)) {
            return 1;
        }
        return (preset == null ? 1 : 2) + (parent == null ? 0 : parent.distance(field));
    }

    /** Returns the effective value of a field that has a default. */
    <T> T get(Field<T> field) {
        T value = field.of(effective.properties());
        if (value == null) {
            throw new IllegalStateException("The field has neither a value nor a default");
        }
        return value;
    }

    /** Returns the effective setting of the field with this name, which must have a default. */
    Setting setting(String field) {
        Setting setting = effective.get(field);
        if (setting == null) {
            throw new IllegalStateException("No default for " + field);
        }
        return setting;
    }

    /** Returns the fields whose effective values differ from those of the policy before a change. */
    Set<String> changedSince(LayeredPolicy before) {
        return effective.fields().keySet().stream()
                .filter(field -> !Setting.haveSameValue(effective.get(field), before.effective.get(field)))
                .collect(Collectors.toSet());
    }

    Strategy strategy() {
        return get(PolicyProperties::strategy);
    }

    boolean hasDelays() {
        return strategy() != Strategy.NONE && strategy() != Strategy.STOP;
    }

    /**
     * Whether attempts are paced. A policy whose strategy has no delays ignores an inherited pace, and is rejected if
     * it sets an adaptive pace itself.
     */
    boolean isPaced() {
        return get(PolicyProperties::pace) == PaceMode.ADAPTIVE && hasDelays();
    }

    JitterKind jitter() {
        return get(PolicyProperties::jitter);
    }

    /**
     * Parses a field, and rejects its value if the parser throws an {@link IllegalArgumentException}.
     *
     * @param rejection the remedy, and the reason as log lines show it; reports show the parser's message instead of
     *     this reason, because only reports may quote the value
     */
    <T> T parse(String field, Supplier<T> parsing, RejectionReason rejection) {
        try {
            return parsing.get();
        } catch (IllegalArgumentException failure) {
            throw invalid(field, String.valueOf(failure.getMessage()), rejection);
        }
    }

    InvalidPropertyException invalid(String field, RejectionReason rejection) {
        return invalid(field, rejection.reason(), rejection);
    }

    /** Creates an exception about a field, with the origin of its value, for a reason that does not quote the value. */
    InvalidPropertyException invalid(String field, String reason, String remedy) {
        return invalid(field, new RejectionReason(reason, remedy));
    }

    /**
     * Creates an exception about a field, with the origin of its value.
     *
     * @param reason the reason, which may quote the value
     * @param rejection the remedy, and the reason as log lines show it; neither quotes the value
     */
    InvalidPropertyException invalid(String field, String reason, RejectionReason rejection) {
        Setting setting = setting(field);
        return new InvalidPropertyException(
                new Invalid(
                        SettingsGroup.POLICIES.property(name, field),
                        PropertyFormat.forPeople(setting.value()),
                        null,
                        setting.origin(),
                        reason,
                        rejection.reason()),
                rejection.remedy());
    }
}
