package io.backoff.rewrite.migration;

import io.backoff.rewrite.config.Addition;
import io.backoff.rewrite.config.ConfigDocument;
import io.backoff.rewrite.config.ConfigReader;
import io.backoff.rewrite.config.DocumentId;
import io.backoff.rewrite.library.Translation;
import io.backoff.rewrite.policy.BasePolicy;
import io.backoff.rewrite.policy.PolicySettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects the additions to each document of the configuration. */
final class Documents {

    private final Project project;
    private final Targets targets;
    private final ExistingPolicies existing;
    private final Map<DocumentId, Map<String, PolicySettings>> policies = new TreeMap<>();

    Documents(Project project, Targets targets, ExistingPolicies existing) {
        this.project = project;
        this.targets = targets;
        this.existing = existing;
    }

    void add(Module module, String name, Translation translation) {
        for (Path target : targets.of(module)) {
            if (!existing.has(target, name)) {
                put(
                        new DocumentId(target, mainDocument(target)),
                        name,
                        existing.completed(target, existing.written(translation)));
            }
        }
        if (!existing.names().contains(name)) {
            translation.overrides().forEach((id, changed) -> put(id, name, changed));
        }
    }

    /**
     * Merges settings into a document. If the main document of a test file gets both the settings and the overrides of
     * a policy, the overrides win, because they are merged last.
     */
    private void put(DocumentId id, String name, PolicySettings settings) {
        policies.computeIfAbsent(id, key -> new LinkedHashMap<>()).merge(name, settings, PolicySettings::with);
    }

    /** The index of the first document that always applies; 0 if there is none. */
    private int mainDocument(Path file) {
        return Math.max(0, ConfigReader.unconditional(project.files().getOrDefault(file, List.of())));
    }

    Map<Path, Map<Integer, Addition>> additions() {
        var additions = new TreeMap<Path, Map<Integer, Addition>>();
        project.files()
                .forEach((file, documents) -> documents.forEach(document -> {
                    Map<String, PolicySettings> added = policies.getOrDefault(document.id(), Map.of());
                    if (!added.isEmpty() || !settings(document).isEmpty()) {
                        additions
                                .computeIfAbsent(file, key -> new TreeMap<>())
                                .put(document.id().index(), addition(document, added));
                    }
                }));
        return additions;
    }

    Map<Path, Addition> created() {
        var created = new TreeMap<Path, Addition>();
        policies.forEach((id, added) -> {
            if (!project.files().containsKey(id.file())) {
                created.put(id.file(), new Addition(!isConfigured(), withBase(added)));
            }
        });
        return created;
    }

    private Addition addition(ConfigDocument document, Map<String, PolicySettings> added) {
        boolean base = document.profile() == null
                && document.values().keySet().stream()
                        .noneMatch(each -> each.startsWith("backoff.policies." + BasePolicy.NAME + "."));
        boolean policies = !added.isEmpty();
        return new Addition(
                policies && base && !isConfigured(), policies && base ? withBase(added) : added, settings(document));
    }

    /**
     * Adds the base policy, which the given policies extend. Its fields depend on all policies, including overrides of
     * profiles.
     */
    private Map<String, PolicySettings> withBase(Map<String, PolicySettings> added) {
        List<PolicySettings> all = policies.values().stream()
                .flatMap(each -> each.values().stream())
                .toList();
        var together = new LinkedHashMap<String, PolicySettings>();
        together.put(BasePolicy.NAME, BasePolicy.of(all));
        together.putAll(added);
        return together;
    }

    /** Translates the library's settings for all calls, except those that the application already sets for Backoff. */
    private Map<String, String> settings(ConfigDocument document) {
        var settings =
                new TreeMap<>(policies.isEmpty() ? Map.of() : project.library().settings(document));
        settings.keySet().removeIf(each -> isSet("backoff." + each));
        return settings;
    }

    private boolean isSet(String property) {
        return project.files().values().stream()
                .flatMap(List::stream)
                .anyMatch(each -> each.values().containsKey(property));
    }

    /** Whether the application already uses Backoff. If so, its global settings must not change. */
    private boolean isConfigured() {
        return project.files().entrySet().stream()
                .filter(each -> Module.isMain(each.getKey()))
                .flatMap(each -> each.getValue().stream())
                .flatMap(each -> each.values().entrySet().stream())
                .anyMatch(each -> each.getKey().startsWith("backoff.")
                        && (!each.getKey().startsWith("backoff.adopt.")
                                || each.getValue().equalsIgnoreCase("govern")));
    }
}
