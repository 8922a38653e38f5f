package io.backoff.config.source;

import io.backoff.config.FeatureModule;
import io.backoff.config.PropertyKeys;
import io.backoff.config.SettingsGroup;
import io.backoff.text.NameSuggestion;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** Explains unknown keys, and keys without a value. */
final class UnknownKeys {

    private static final Set<String> POLICY_FIELDS = Set.copyOf(SettingsGroup.POLICIES.fields());
    private static final ConfigurationPropertyName POLICIES = ConfigurationPropertyName.of("backoff.policies");

    /** The position of the field in the name of a property. */
    private static final int FIELD = 3;

    private UnknownKeys() {}

    /** Returns the reason why the property is rejected. */
    static String reason(ConfigurationProperty property) {
        List<FeatureModule> missing = MissingModules.of(property.getName());
        return missing.isEmpty() ? reason(property.getName()) : FeatureModule.absence(missing);
    }

    private static String reason(ConfigurationPropertyName name) {
        return PropertyKeys.leave(name)
                .map(unknown -> unknown.siblings().isEmpty()
                        ? "'" + unknown.parent() + "' takes a value, so it has no keys below it"
                        : "there is no key '" + unknown.part() + "' under '" + unknown.parent() + "'")
                .orElse(name.isLastElementIndexed() ? "an entry of the list is empty" : "it is empty");
    }

    /** Returns the remedy. */
    static String action(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        List<FeatureModule> missing = MissingModules.of(name);
        return missing.isEmpty() ? action(name) : FeatureModule.remedy(missing);
    }

    private static String action(ConfigurationPropertyName name) {
        return PropertyKeys.leave(name)
                .map(unknown -> unknown.part() + ": " + (hasDots(name) ? bracketed(name) : action(unknown)))
                .orElseGet(() -> name.isLastElementIndexed()
                        ? "Remove the empty entry."
                        : name.getLastElement(Form.DASHED) + ": Write a value, or remove the property.");
    }

    private static String action(PropertyKeys.Unknown unknown) {
        if (unknown.siblings().isEmpty()) {
            return "Give '" + unknown.parent() + "' a value.";
        }
        return NameSuggestion.closest(unknown.part(), unknown.siblings())
                .map(closest -> "Did you mean '" + closest + "'?")
                .orElseGet(() -> elsewhere(unknown));
    }

    private static String elsewhere(PropertyKeys.Unknown unknown) {
        if (POLICY_FIELDS.contains(unknown.part())) {
            return "It belongs to a policy: 'backoff.policies.default." + unknown.part() + "'.";
        }
        return "Keys under '" + unknown.parent() + "': " + String.join(", ", new TreeSet<>(unknown.siblings())) + ".";
    }

    // For example, backoff.policies.a.b.delay probably means the delay of a policy 'a.b'.
    private static boolean hasDots(ConfigurationPropertyName name) {
        return name.getNumberOfElements() > FIELD + 1
                && POLICIES.isAncestorOf(name)
                && !POLICY_FIELDS.contains(name.getElement(FIELD, Form.DASHED))
                && POLICY_FIELDS.contains(name.getLastElement(Form.DASHED));
    }

    private static String bracketed(ConfigurationPropertyName name) {
        int last = name.getNumberOfElements() - 1;
        String policy = name.chop(last).subName(FIELD - 1).toString();
        return "Write a policy name with dots in brackets: 'backoff.policies[" + policy + "]."
                + name.getLastElement(Form.DASHED) + "', in YAML \"[" + policy + "]\".";
    }
}
