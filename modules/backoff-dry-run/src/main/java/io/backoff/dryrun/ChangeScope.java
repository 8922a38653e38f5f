package io.backoff.dryrun;

import io.backoff.budget.RetryBudget;
import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import io.backoff.config.policy.PolicySnapshot;
import io.backoff.policy.BackoffPolicy;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The policies and budgets affected by a change.
 *
 * @param policies the policies whose calls may be affected; the figures of a dry run describe these calls
 * @param budgets all budgets that these policies use before or after the change, and the changed budget, if any
 * @param simulated these policies, and all other policies that use the same budgets
 */
record ChangeScope(Set<String> policies, Set<String> budgets, Set<String> simulated) {

    /** Determines the scope of a change of the named policy or budget. */
    static ChangeScope of(PolicySnapshot from, PolicySnapshot to, SettingsGroup group, String name) {
        Set<String> changed = where(
                from,
                policy -> group == SettingsGroup.POLICIES && policy.equals(name)
                        || differs(from, to, policy)
                        || budgets(from, to, policy)
                                .anyMatch(budget -> group == SettingsGroup.BUDGETS && budget.equals(name)
                                        || !from.plan()
                                                .limits(budget)
                                                .equals(to.plan().limits(budget))));
        Set<String> budgets = changed.stream()
                .flatMap(policy -> budgets(from, to, policy))
                .collect(Collectors.toCollection(TreeSet::new));
        if (group == SettingsGroup.BUDGETS) {
            budgets.add(name);
        }
        Set<String> simulated = where(
                from,
                policy -> changed.contains(policy) || budgets(from, to, policy).anyMatch(budgets::contains));
        return new ChangeScope(changed, budgets, simulated);
    }

    /** Whether a field of a policy differs between the two snapshots. */
    static boolean differs(PolicySnapshot from, PolicySnapshot to, String policy, String field) {
        return !Objects.equals(
                value(from.settings(SettingsGroup.POLICIES, policy), field),
                value(to.settings(SettingsGroup.POLICIES, policy), field));
    }

    private static boolean differs(PolicySnapshot from, PolicySnapshot to, String policy) {
        return SettingsGroup.POLICIES.fields().stream().anyMatch(field -> differs(from, to, policy, field));
    }

    private static @Nullable Object value(Map<String, Setting> settings, String field) {
        Setting setting = settings.get(field);
        return setting == null ? null : setting.value();
    }

    private static Set<String> where(PolicySnapshot from, Condition condition) {
        return from.policies().keySet().stream()
                .filter(condition::holds)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the names of a policy's budgets before and after the change. */
    private static Stream<String> budgets(PolicySnapshot from, PolicySnapshot to, String policy) {
        return Stream.of(from, to)
                .map(snapshot -> snapshot.policies().get(policy))
                .filter(Objects::nonNull)
                .map(BackoffPolicy::budget)
                .filter(budget -> budget != RetryBudget.UNLIMITED)
                .map(RetryBudget::name);
    }

    private interface Condition {

        boolean holds(String policy);
    }
}
