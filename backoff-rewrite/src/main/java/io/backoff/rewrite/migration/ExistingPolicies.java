package io.backoff.rewrite.migration;

import io.backoff.rewrite.config.ConfigDocument;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.library.Translation;
import io.backoff.rewrite.policy.PolicySettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The policies that the configuration has already. */
final class ExistingPolicies {

    private static final Pattern FIELD =
            Pattern.compile("backoff\\.policies(?:\\.(?<name>[^.\\[]+)|\\[(?<quoted>[^]]+)])\\.(?<field>.+)");

    private final Map<String, PolicySettings> policies = new TreeMap<>();

    ExistingPolicies(Map<Path, List<ConfigDocument>> files) {
        files.values().forEach(each -> each.forEach(this::add));
    }

    private void add(ConfigDocument document) {
        document.values().forEach((property, value) -> {
            Matcher field = FIELD.matcher(property);
            if (field.matches()) {
                String name = field.group("name") != null ? field.group("name") : field.group("quoted");
                policies.merge(
                        name,
                        PolicySettings.empty().with(field.group("field"), value),
                        (known, added) -> known.with(field.group("field"), value));
            }
        });
    }

    Set<String> names() {
        return policies.keySet();
    }

    /** Returns the name of a policy that has just these settings. */
    Optional<String> nameOf(PolicySettings settings) {
        return policies.entrySet().stream()
                .filter(each -> each.getValue().equals(settings))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** @throws CannotMigrateException if the name that the policy must have is that of another */
    void check(Translation translation) {
        PolicySettings known = translation.policy() == null ? null : policies.get(translation.policy());
        if (known != null && !known.equals(Planner.written(translation))) {
            throw new CannotMigrateException(
                    "there is another policy '" + translation.policy() + "' already", "step-by-step");
        }
    }
}
