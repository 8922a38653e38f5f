package io.backoff.config.policy;

import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.text.NameSuggestion;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds policies and budgets that nothing uses and whose names resemble used names. */
public final class UnusedNames {

    private static final LogMessage USED_BY_NOBODY =
            LogMessage.warning("%s%s is not used by any %s; did you mean '%s'?");

    private static final int LETTERS_PER_ERROR = 4;

    private UnusedNames() {}

    /**
     * Returns a warning for each configured name that is not used but resembles a used name.
     *
     * @param written configured policies or budgets
     * @param used used names
     * @param user the kind of element that should use the name, for example {@code policy}
     */
    public static Set<LogLine> warnings(
            SettingsGroup group, Map<String, ? extends Settings<?>> written, Collection<String> used, String user) {
        Set<LogLine> warnings = new TreeSet<>();
        written.forEach((name, settings) -> {
            if (!used.contains(name)) {
                NameSuggestion.closest(name, used, name.length() / LETTERS_PER_ERROR)
                        .map(closest ->
                                USED_BY_NOBODY.with(group.prefix() + "." + name, origin(settings), user, closest))
                        .ifPresent(warnings::add);
            }
        });
        return warnings;
    }

    private static String origin(Settings<?> settings) {
        return settings.fields().values().stream()
                .map(setting -> " (" + setting.origin() + ")")
                .findFirst()
                .orElse("");
    }
}
