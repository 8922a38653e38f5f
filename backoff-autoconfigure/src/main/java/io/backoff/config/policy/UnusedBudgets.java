package io.backoff.config.policy;

import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicy;
import io.backoff.text.NameSuggestion;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds budgets that no policy uses and whose names resemble the name of a used budget. */
public final class UnusedBudgets {

    private static final LogMessage USED_BY_NOBODY =
            LogMessage.warning("%s%s is not used by any %s; did you mean '%s'?");

    private static final int LETTERS_PER_ERROR = 4;

    private UnusedBudgets() {}

    /** Returns a line for each such budget. */
    static Set<LogLine> warnings(Map<String, ? extends Settings<?>> written, Collection<BackoffPolicy> policies) {
        Set<String> used =
                policies.stream().map(policy -> policy.budget().name()).collect(Collectors.toSet());
        return written.entrySet().stream()
                .filter(each -> !used.contains(each.getKey()))
                .flatMap(each -> warning(SettingsGroup.BUDGETS, each.getKey(), each.getValue(), used, "policy"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns the line about an unused name.
     *
     * @param used used names
     * @param user the kind of element that should use the name, for example {@code policy}
     * @return the line; empty unless the name resembles a used name
     */
    public static Stream<LogLine> warning(
            SettingsGroup group, String name, Settings<?> settings, Collection<String> used, String user) {
        return NameSuggestion.closest(name, used, name.length() / LETTERS_PER_ERROR).stream()
                .map(closest -> USED_BY_NOBODY.with(group.prefix() + "." + name, origin(settings), user, closest));
    }

    private static String origin(Settings<?> settings) {
        return settings.fields().values().stream()
                .map(each -> " (" + each.origin() + ")")
                .findFirst()
                .orElse("");
    }
}
