package io.backoff.rewrite.migration;

import io.backoff.rewrite.policy.BasePolicy;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Names policies: after bean and method, after the bean if several of its methods share the policy, after the last part
 * of their common package if several beans do.
 */
final class PolicyNames {

    private final Set<String> taken;

    PolicyNames(Set<String> taken) {
        this.taken = new HashSet<>(taken);
        this.taken.addAll(Set.of(BasePolicy.NAME, "default", "none"));
    }

    /** Returns a name that no other policy has, for a policy that these annotations share. */
    String name(List<Found> users) {
        String found = wanted(users);
        String wanted = found.isEmpty() ? "shared" : found;
        String name = wanted;
        for (int i = 2; !taken.add(name); i++) {
            name = wanted + "-" + i;
        }
        return name;
    }

    private static String wanted(List<Found> users) {
        Set<String> beans = users.stream().map(Found::bean).collect(Collectors.toSet());
        if (beans.size() > 1) {
            return kebab(commonPackage(users));
        }
        Set<String> methods = users.stream().map(Found::method).collect(Collectors.toSet());
        String bean = kebab(users.get(0).bean());
        String method = methods.size() > 1 ? "" : kebab(users.get(0).method());
        return bean.isEmpty() || method.isEmpty() ? bean + method : bean + "-" + method;
    }

    private static String commonPackage(List<Found> users) {
        List<String> common = Arrays.asList(users.get(0).packageName().split("\\."));
        for (Found user : users) {
            List<String> other = Arrays.asList(user.packageName().split("\\."));
            int length = 0;
            while (length < Math.min(common.size(), other.size())
                    && common.get(length).equals(other.get(length))) {
                length++;
            }
            common = common.subList(0, length);
        }
        String last = common.isEmpty() ? "" : common.get(common.size() - 1);
        return last.isEmpty() ? "shared" : last;
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
