package io.backoff.config.source;

import io.backoff.config.PropertyKeys;
import io.backoff.config.SettingsGroup;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
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
 * The name of an environment variable or a system property, which may belong to another program.
 *
 * @param name the name as it is set
 * @param variable whether it is an environment variable
 * @param prefix the prefix of the application's variables; {@code null} for none
 */
record SystemKey(String name, boolean variable, @Nullable String prefix) {

    private static final LogMessage UNKNOWN_NAME =
            LogMessage.warning("The %s is not a setting of Backoff and is ignored. Known names begin with %s. "
                    + "Correct its name, or ignore this line if it belongs to another program");
    private static final LogMessage UNSEPARATED_NAME =
            LogMessage.warning("The %s is not a setting of Backoff and is ignored. If %s is meant, correct its name");

    private static final String ROOT = "backoff";

    /** The misspelled key in property format; empty if the name is a key or belongs to another program. */
    Optional<ConfigurationPropertyName> misspelled() {
        return isVariable()
                ? VariableName.misspelled(withoutPrefix())
                : unknown().filter(this::isMeant).map(unknown -> key());
    }

    /** The correct form of a variable that is a key but for its underscores or an index; otherwise empty. */
    Optional<String> respelled() {
        return isVariable()
                ? VariableName.respelled(withoutPrefix()).map(correct -> actualPrefix() + correct)
                : Optional.empty();
    }

    /** Whether the name begins like a key of the library, but neither is a key nor resembles one. */
    boolean isIgnored() {
        return isVariable()
                ? VariableName.isUnknown(withoutPrefix())
                : unknown().filter(unknown -> !isMeant(unknown)).isPresent();
    }

    /**
     * The replacement for a variable with underscores in the name of a policy or a budget; otherwise empty.
     *
     * @param bound variables that are bound despite their underscores; only read if this may be one of them
     */
    Optional<String> joinedEntry(Supplier<Set<String>> bound) {
        return isVariable()
                ? VariableName.joinedEntry(withoutPrefix())
                        .filter(correct -> !bound.get().contains(withoutIndex()))
                        .map(correct -> actualPrefix() + correct)
                : Optional.empty();
    }

    private String withoutIndex() {
        return withoutPrefix().toUpperCase(Locale.ROOT).replaceFirst("_\\d+$", "");
    }

    /** The warning that the name is ignored, with the names that exist. */
    LogLine warning() {
        Optional<String> separated = isVariable() ? VariableName.withoutSeparator(withoutPrefix()) : Optional.empty();
        return separated
                .map(correct -> UNSEPARATED_NAME.with(this, actualPrefix() + correct))
                .orElseGet(() -> UNKNOWN_NAME.with(this, known()));
    }

    // The environment of a container may hold names with dots, which are read like properties.
    private boolean isVariable() {
        return variable && name.indexOf('.') < 0;
    }

    /** The name without the prefix; empty if it does not begin with the prefix. */
    private String withoutPrefix() {
        if (prefix == null || prefix.isEmpty()) {
            return name;
        }
        int start = name.toLowerCase(Locale.ROOT).indexOf(ROOT + "_");
        return start > 0 && uniform(name.substring(0, start)).equals(uniform(prefix)) ? name.substring(start) : "";
    }

    private String actualPrefix() {
        return name.substring(0, name.length() - withoutPrefix().length());
    }

    private Optional<PropertyKeys.Unknown> unknown() {
        return name.startsWith(ROOT + ".") ? PropertyKeys.leave(key()) : Optional.empty();
    }

    private ConfigurationPropertyName key() {
        return ConfigurationPropertyName.adapt(name, '.');
    }

    // Other programs may have names of their own directly under 'backoff'.
    private boolean isMeant(PropertyKeys.Unknown unknown) {
        return !unknown.parent().equals(ROOT)
                || NameSuggestion.closest(unknown.part(), unknown.siblings()).isPresent();
    }

    private String known() {
        String start = isVariable() ? actualPrefix() + "BACKOFF_" : ROOT + ".";
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
