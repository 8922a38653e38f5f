package io.backoff.config.source;

import io.backoff.config.PropertyKeys;
import io.backoff.config.SettingsGroup;
import io.backoff.message.LogLine;
import io.backoff.message.SettingMessage;
import io.backoff.text.NameSuggestion;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * The name of an environment variable or a system property, whoever it is for.
 *
 * @param name as it is written
 * @param variable whether it is a variable
 * @param prefix what the variables of the application begin with; {@code null} for nothing
 */
record SystemKey(String name, boolean variable, @Nullable String prefix) {

    private static final String ROOT = "backoff";

    /** The key that is misspelled by it; empty if it is a key, or belongs to somebody else. */
    Optional<ConfigurationPropertyName> misspelled() {
        return isVariable()
                ? VariableName.misspelled(ours())
                : unknown().filter(this::isMeant).map(unknown -> key());
    }

    /** Whether it begins as our keys do, and means nothing to us. */
    boolean isIgnored() {
        return isVariable()
                ? VariableName.isUnknown(ours())
                : unknown().filter(unknown -> !isMeant(unknown)).isPresent();
    }

    /**
     * What to write in place of a variable with underscores in the name of a policy or a budget; empty for all else.
     *
     * @param bound variables that are bound all the same; asked only if it may be one of them
     */
    Optional<String> joinedEntry(Supplier<Set<String>> bound) {
        return isVariable()
                ? VariableName.joinedEntry(ours())
                        .filter(correct -> !bound.get().contains(withoutIndex()))
                        .map(correct -> name.substring(0, name.length() - ours().length()) + correct)
                : Optional.empty();
    }

    private String withoutIndex() {
        return ours().toUpperCase(Locale.ROOT).replaceFirst("_\\d+$", "");
    }

    /** Says that it is ignored, and what to do. */
    LogLine warning() {
        return SettingMessage.UNKNOWN_NAME.with(this, known());
    }

    // The environment of a container may hold names with dots.
    private boolean isVariable() {
        return variable && name.indexOf('.') < 0;
    }

    /** The name without the prefix; empty if it does not begin with that. */
    private String ours() {
        if (prefix == null || prefix.isEmpty()) {
            return name;
        }
        int start = name.toLowerCase(Locale.ROOT).indexOf(ROOT + "_");
        return start > 0 && uniform(name.substring(0, start)).equals(uniform(prefix)) ? name.substring(start) : "";
    }

    private Optional<PropertyKeys.Unknown> unknown() {
        return name.startsWith(ROOT + ".") ? PropertyKeys.leave(key()) : Optional.empty();
    }

    private ConfigurationPropertyName key() {
        return ConfigurationPropertyName.adapt(name, '.');
    }

    // Directly under 'backoff' may be what others have named so.
    private boolean isMeant(PropertyKeys.Unknown unknown) {
        return !unknown.parent().equals(ROOT)
                || NameSuggestion.closest(unknown.part(), unknown.siblings()).isPresent();
    }

    private String known() {
        String start = isVariable() ? name.substring(0, name.length() - ours().length()) + "BACKOFF_" : ROOT + ".";
        for (SettingsGroup each : SettingsGroup.values()) {
            String section = written(each.prefix().substring(ROOT.length() + 1));
            if (name.toLowerCase(Locale.ROOT).contains(ROOT + "_" + uniform(section))) {
                return start + section + "_<NAME>_ and one of " + list(Set.copyOf(each.fields()));
            }
        }
        return start + " and one of " + list(PropertyKeys.ROOT.keys().keySet());
    }

    private String list(Set<String> keys) {
        return new TreeSet<>(keys).stream().map(this::written).collect(Collectors.joining(", "));
    }

    private String written(String key) {
        return isVariable() ? key.replace("-", "").toUpperCase(Locale.ROOT) : key;
    }

    private static String uniform(String text) {
        return text.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return (variable ? "environment variable " : "system property ") + name;
    }
}
