package io.backoff.config.source;

import io.backoff.config.RejectionReason;
import io.backoff.config.SettingsGroup;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * The names of policies and budgets as they are written. Spring Boot ignores capitals, dashes and underscores when it
 * looks for a value, except in names in brackets, but keeps them in the keys of a map.
 */
final class EntryNames {

    // By what Spring Boot compares. Another source may spell a name differently, because it then overrides values.
    private final Map<ConfigurationPropertyName, String> spellings = new HashMap<>();

    // By the key in the map, in all sources.
    private final Map<ConfigurationPropertyName, Map<String, ConfigurationPropertyName>> keys = new HashMap<>();

    /** Begins with the keys of the next source. */
    void startSource() {
        spellings.clear();
    }

    /**
     * Returns why a key cannot be used, if so: its policy or budget would get values of another one, or lose those that
     * are written in another way.
     */
    Optional<RejectionReason> rejection(String key) {
        if (!key.toLowerCase(Locale.ROOT).startsWith("backoff")) {
            return Optional.empty();
        }
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(key, '.');
        for (SettingsGroup group : SettingsGroup.values()) {
            if (group.root().isAncestorOf(name)) {
                return rejection(group, name.chop(group.root().getNumberOfElements() + 1));
            }
        }
        return Optional.empty();
    }

    private Optional<RejectionReason> rejection(SettingsGroup group, ConfigurationPropertyName entry) {
        String spelled = entry.getLastElement(Form.ORIGINAL);
        String other = spellings.putIfAbsent(entry, spelled);
        if (other != null && !other.equals(spelled)) {
            return Optional.of(new RejectionReason(
                    "Spring Boot cannot tell '" + spelled + "' from '" + other + "', which the same source sets",
                    "Use one spelling, or rename one of them: capitals, dashes and underscores do not distinguish"
                            + " names."));
        }
        ConfigurationPropertyName known =
                keys.computeIfAbsent(group.root(), root -> new HashMap<>()).putIfAbsent(spelled, entry);
        if (known == null || known.equals(entry)) {
            return Optional.empty();
        }
        String reason = known.isLastElementIndexed()
                ? "the name is also written in brackets, and Spring Boot would use only one of the two"
                : "the name is also written without brackets, and Spring Boot would use only one of the two";
        return Optional.of(new RejectionReason(reason, "Write it in the same way everywhere."));
    }
}
