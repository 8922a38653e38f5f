package io.backoff.config.source;

import io.backoff.config.FeatureModule;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.InvalidPropertyException.Invalid;
import io.backoff.config.PropertyKeys;
import io.backoff.config.RejectionReason;
import io.backoff.config.SettingsGroup;
import io.backoff.text.NameSuggestion;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** Explains unknown keys, and keys without a value. */
final class UnknownKeys {

    private static final Set<String> POLICY_FIELDS = Set.copyOf(SettingsGroup.POLICIES.fields());
    private static final ConfigurationPropertyName POLICIES = SettingsGroup.POLICIES.root();

    /** The position of the field in the name of a property. */
    private static final int FIELD = 3;

    private UnknownKeys() {}

    /** Creates the report about keys that are unknown or empty. */
    static InvalidPropertyException rejected(Collection<ConfigurationProperty> properties) {
        return new InvalidPropertyException(
                "The retry configuration has unknown keys:",
                properties.stream()
                        .map(property -> Invalid.of(
                                property, rejection(property.getName()).reason()))
                        .toList(),
                properties.stream()
                        .map(property -> rejection(property.getName()).remedy())
                        .distinct()
                        .collect(Collectors.joining(System.lineSeparator())));
    }

    private static RejectionReason rejection(ConfigurationPropertyName name) {
        List<FeatureModule> missing = FeatureModule.missing(name);
        if (!missing.isEmpty()) {
            return FeatureModule.rejection(missing);
        }
        return PropertyKeys.leave(name)
                .map(unknown -> rejection(name, unknown))
                .orElseGet(() -> name.isLastElementIndexed()
                        ? new RejectionReason("an entry of the list is empty", "Remove the empty entry.")
                        : new RejectionReason(
                                "it is empty",
                                name.getLastElement(Form.DASHED) + ": Write a value, or remove the property."));
    }

    private static RejectionReason rejection(ConfigurationPropertyName name, PropertyKeys.Unknown unknown) {
        return new RejectionReason(
                unknown.siblings().isEmpty()
                        ? "'" + unknown.parent() + "' takes a value, so it has no keys below it"
                        : "there is no key '" + unknown.part() + "' under '" + unknown.parent() + "'",
                unknown.part() + ": " + (hasDots(name) ? bracketed(name) : remedy(unknown)));
    }

    private static String remedy(PropertyKeys.Unknown unknown) {
        if (unknown.siblings().isEmpty()) {
            return "Give '" + unknown.parent() + "' a value.";
        }
        return NameSuggestion.closest(unknown.part(), unknown.siblings())
                .map(RejectionReason::didYouMean)
                .orElseGet(() -> POLICY_FIELDS.contains(unknown.part())
                        ? "It belongs to a policy: 'backoff.policies.default." + unknown.part() + "'."
                        : "Keys under '" + unknown.parent() + "': "
                                + String.join(", ", new TreeSet<>(unknown.siblings())) + ".");
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
