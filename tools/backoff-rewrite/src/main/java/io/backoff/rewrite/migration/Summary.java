package io.backoff.rewrite.migration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The summary of a run, class by class. */
public final class Summary {

    private final List<Outcome> outcomes;

    public Summary(List<Outcome> outcomes) {
        this.outcomes = List.copyOf(outcomes);
    }

    /**
     * Returns a line with the number of migrated uses, and a line for each class and policy: {@code shop.Orders: place
     * -> policy 'orders-place'}.
     */
    public List<String> migrated() {
        var lines = new ArrayList<String>();
        long migrated = outcomes.stream().filter(Outcome::isMigrated).count();
        lines.add("%d of %d uses of the former library are migrated, %d stay"
                .formatted(migrated, outcomes.size(), outcomes.size() - migrated));
        byClass(true).forEach((type, all) -> {
            var policies = new LinkedHashMap<String, List<Outcome>>();
            all.forEach(outcome -> policies.computeIfAbsent(String.valueOf(outcome.policy()), key -> new ArrayList<>())
                    .add(outcome));
            policies.forEach((policy, users) -> lines.add("%s: %s -> policy '%s'"
                    .formatted(type, users.stream().map(Summary::name).collect(Collectors.joining(", ")), policy)));
        });
        return lines;
    }

    /** Returns the remaining uses, with reasons. */
    public List<String> staying() {
        var lines = new ArrayList<String>();
        byClass(false)
                .forEach((type, all) -> all.forEach(
                        outcome -> lines.add("%s: %s stays: %s".formatted(type, name(outcome), outcome.reason()))));
        return lines;
    }

    private Map<String, List<Outcome>> byClass(boolean migrated) {
        return outcomes.stream()
                .filter(outcome -> outcome.isMigrated() == migrated)
                .collect(Collectors.groupingBy(Outcome::type, TreeMap::new, Collectors.toList()));
    }

    private static String name(Outcome outcome) {
        return outcome.method().isEmpty() ? "the class" : outcome.method();
    }
}
