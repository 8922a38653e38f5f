package io.backoff.rewrite.migration;

import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.java.Module;
import io.backoff.rewrite.policy.PolicySettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Merges the settings of annotations whose policies have the same name. */
final class SharedPolicies {

    private final Targets targets;
    private final List<Migrated> agreed = new ArrayList<>();
    private final Map<Found, CannotMigrateException> conflicts = new LinkedHashMap<>();

    SharedPolicies(Targets targets, List<Migrated> migrated) {
        this.targets = targets;
        Map<Policy, List<Migrated>> users = migrated.stream()
                .filter(user -> user.translation().policy() != null)
                .collect(Collectors.groupingBy(this::policy, LinkedHashMap::new, Collectors.toList()));
        migrated.stream().filter(user -> user.translation().policy() == null).forEach(agreed::add);
        users.forEach(this::join);
    }

    /** The annotations without conflicts, with the merged settings of their policies. */
    List<Migrated> agreed() {
        return agreed;
    }

    /** The annotations whose settings conflict with those of others, with the reason. */
    Map<Found, CannotMigrateException> conflicts() {
        return conflicts;
    }

    private Policy policy(Migrated user) {
        return new Policy(
                targets.of(Module.of(user.found().file())),
                String.valueOf(user.translation().policy()));
    }

    private void join(Policy policy, List<Migrated> users) {
        PolicySettings joined = PolicySettings.empty();
        for (Migrated user : users) {
            if (!joined.agreesWith(user.translation().settings())
                    || !users.get(0)
                            .translation()
                            .overrides()
                            .equals(user.translation().overrides())) {
                leave(policy, users);
                return;
            }
            joined = joined.with(user.translation().settings());
        }
        for (Migrated user : users) {
            agreed.add(new Migrated(user.found(), user.translation().withSettings(joined)));
        }
    }

    private void leave(Policy policy, List<Migrated> users) {
        for (Migrated user : users) {
            conflicts.put(
                    user.found(),
                    new CannotMigrateException(
                            "other annotations give the policy '" + policy.name()
                                    + "' other settings: make the settings equal",
                            "by-one-command"));
        }
    }

    private record Policy(List<Path> files, String name) {}
}
