package io.backoff.rewrite.migration;

import io.backoff.rewrite.policy.BasePolicy;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names policies after bean and method, or after the bean if several of its methods share the policy. */
final class PolicyNames {

    private final ExistingPolicies existing;
    private final Set<String> taken;

    PolicyNames(ExistingPolicies existing) {
        this.existing = existing;
        taken = Stream.concat(existing.names().stream(), Stream.of(BasePolicy.NAME, "default", "none"))
                .map(PolicyNames::letters)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * Returns the name of a policy for methods of one class: an unused name, or the name of an existing policy that has
     * the same settings, for example one that an earlier run has written.
     */
    String name(List<Found> users, PolicySettings settings) {
        String found = wanted(users);
        String wanted = found.isEmpty() ? "shared" : found;
        String name = wanted;
        for (int i = 2; !existing.is(name, settings) && !taken.add(letters(name)); i++) {
            name = wanted + "-" + i;
        }
        return name;
    }

    /** Returns what Spring Boot compares: it ignores capitals, dashes and underscores. */
    private static String letters(String name) {
        return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    private static String wanted(List<Found> users) {
        Set<String> methods = users.stream().map(Found::method).collect(Collectors.toSet());
        String bean = kebab(users.get(0).bean());
        String method = methods.size() > 1 ? "" : kebab(users.get(0).method());
        return bean.isEmpty() || method.isEmpty() ? bean + method : bean + "-" + method;
    }

    /** Turns {@code orderService} into {@code order-service}. */
    private static String kebab(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .replaceAll("([A-Z])([A-Z][a-z])", "$1-$2")
                .replaceAll("[^A-Za-z0-9]+", "-")
                .replaceAll("^-+|-+$", "")
                .toLowerCase(Locale.ROOT);
    }
}
