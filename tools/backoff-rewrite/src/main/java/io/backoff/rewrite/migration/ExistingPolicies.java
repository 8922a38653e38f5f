package io.backoff.rewrite.migration;

import io.backoff.rewrite.config.ConfigDocument;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.library.Translation;
import io.backoff.rewrite.policy.BasePolicy;
import io.backoff.rewrite.policy.Defaults;
import io.backoff.rewrite.policy.PolicySettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The existing policies in the configuration. */
final class ExistingPolicies {

    private static final Pattern FIELD =
            Pattern.compile("backoff\\.policies(?:\\.(?<name>[^.\\[]+)|\\[(?<quoted>[^]]+)])\\.(?<field>.+)");

    private final Map<String, PolicySettings> policies = new TreeMap<>();
    private final Set<String> conditional = new TreeSet<>();
    private final Map<Path, Set<String>> byDirectory = new TreeMap<>();

    ExistingPolicies(Map<Path, List<ConfigDocument>> files) {
        files.values().forEach(documents -> documents.forEach(this::add));
    }

    private void add(ConfigDocument document) {
        document.values().forEach((property, value) -> {
            Matcher field = FIELD.matcher(property);
            if (field.matches()) {
                String name = field.group("name") != null ? field.group("name") : field.group("quoted");
                if (document.profile() == null) {
                    byDirectory
                            .computeIfAbsent(directory(document.id().file()), key -> new TreeSet<>())
                            .add(name);
                } else {
                    conditional.add(name);
                }
                PolicySettings known = policies.getOrDefault(name, PolicySettings.empty());
                policies.put(name, with(known, uniform(field.group("field")), value));
            }
        });
    }

    /** Returns the usual spelling of a field: Spring Boot accepts {@code maxAttempts} and {@code max_attempts} too. */
    private static String uniform(String field) {
        return field.replaceAll("([a-z0-9])([A-Z])", "$1-$2").replace('_', '-').toLowerCase(Locale.ROOT);
    }

    /** Returns settings with one more value. The entries of a list are joined, as in {@link PolicySettings}. */
    private static PolicySettings with(PolicySettings settings, String field, String value) {
        String list = field.replaceFirst("\\[\\d+]$", "");
        boolean more = !list.equals(field) && !field.endsWith("[0]");
        return settings.with(list, more ? settings.fields().get(list) + ", " + value : value);
    }

    Set<String> names() {
        return policies.keySet();
    }

    /** Whether the resource directory of a file contains a policy of this name. */
    boolean has(Path file, String name) {
        return byDirectory.getOrDefault(directory(file), Set.of()).contains(name);
    }

    /** Returns the resource directory of a file. */
    static Path directory(Path file) {
        for (int i = file.getNameCount() - 1; i > 0; i--) {
            if (file.getName(i).toString().equals("resources")) {
                return file.subpath(0, i + 1);
            }
        }
        return file;
    }

    /** Whether a policy has exactly these settings under every profile. */
    boolean is(String name, PolicySettings settings) {
        PolicySettings known = policies.get(name);
        return known != null && !conditional.contains(name) && settings.equals(known);
    }

    /** Returns the fields to write for a policy: those that it does not inherit. */
    PolicySettings written(Translation translation) {
        PolicySettings written = PolicySettings.empty().with("extends", BasePolicy.NAME);
        return written.with(Defaults.omitted(translation.settings(), inherited()));
    }

    /** Returns the fields that the configuration sets for all policies or in the recipes' base policy. */
    private Set<String> inherited() {
        var fields = new TreeSet<String>();
        for (String name : List.of("default", BasePolicy.NAME)) {
            PolicySettings inherited = policies.get(name);
            if (inherited != null) {
                fields.addAll(inherited.fields().keySet());
            }
        }
        return fields;
    }

    /**
     * Returns the settings of a policy, to be written to a file. If the file's directory already has a base policy,
     * adds those fields that the policy needs and this base policy lacks.
     */
    PolicySettings completed(Path file, PolicySettings written) {
        return has(file, BasePolicy.NAME) ? completed(written) : written;
    }

    private PolicySettings completed(PolicySettings written) {
        PolicySettings base = policies.get(BasePolicy.NAME);
        return base == null ? written : BasePolicy.completed(written, base);
    }

    /** @throws CannotMigrateException if a required name is taken by another policy */
    void check(Translation translation) {
        PolicySettings base = policies.get(BasePolicy.NAME);
        if (base != null && !BasePolicy.isLike(base) && !wasWritten()) {
            throw new CannotMigrateException(
                    "there is another policy '" + BasePolicy.NAME + "' already: rename it", "by-one-command");
        }
        PolicySettings known = translation.policy() == null ? null : policies.get(translation.policy());
        PolicySettings written = written(translation);
        if (known != null && !known.equals(written) && !known.equals(completed(written))) {
            throw new CannotMigrateException(
                    "there is another policy '" + translation.policy() + "' already: rename it", "by-one-command");
        }
    }

    /**
     * Whether a policy extends the recipes' base policy. If so, an earlier run wrote the base policy, even if some of
     * its lines have been removed since.
     */
    private boolean wasWritten() {
        return policies.values().stream()
                .anyMatch(policy -> BasePolicy.NAME.equals(policy.fields().get("extends")));
    }
}
