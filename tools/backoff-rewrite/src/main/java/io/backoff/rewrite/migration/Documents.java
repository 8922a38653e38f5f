package io.backoff.rewrite.migration;

import io.backoff.rewrite.config.Addition;
import io.backoff.rewrite.config.ConfigDocument;
import io.backoff.rewrite.config.ConfigReader;
import io.backoff.rewrite.config.DocumentId;
import io.backoff.rewrite.java.Module;
import io.backoff.rewrite.library.Translation;
import io.backoff.rewrite.policy.BasePolicy;
import io.backoff.rewrite.policy.PolicySettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Collects the additions to each document of the configuration. */
final class Documents {

    /**
     * Settings that apply to all calls, and preserve the old behavior. The retries and the deadline of a call stay
     * independent of the calls around it, a method that joins its caller's transaction is still retried, and so are
     * requests by HTTP clients and gRPC channels themselves.
     */
    private static final List<Map.Entry<String, String>> AS_BEFORE = List.of(
            Map.entry("nested", "independent"),
            Map.entry("deadlines", "independent"),
            Map.entry("transactions", "retry"),
            Map.entry("http.client.disable-client-retries", "false"));

    /** Properties that apply policies to calls without an annotation in the code. */
    private static final List<String> GUARDING =
            List.of("backoff.amqp.", "backoff.kafka.", "backoff.modulith.", "backoff.http.client.groups");

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
                Shared shared = shared(id.file());
                created.put(id.file(), new Addition(shared.written(), shared.above(withBase(added))));
            }
        });
        return created;
    }

    private Addition addition(ConfigDocument document, Map<String, PolicySettings> added) {
        if (added.isEmpty() || document.profile() != null) {
            return new Addition(settings(document), added);
        }
        boolean base = document.values().keySet().stream()
                .noneMatch(property -> property.startsWith("backoff.policies." + BasePolicy.NAME + "."));
        Shared shared = shared(document.id().file());
        var settings = new LinkedHashMap<>(shared.written());
        settings.putAll(settings(document));
        return new Addition(settings, shared.above(base ? withBase(added) : added));
    }

    /**
     * Adds the base policy, which the given policies extend. The fields of the base policy depend on all policies,
     * including the settings that profiles override.
     */
    private Map<String, PolicySettings> withBase(Map<String, PolicySettings> added) {
        List<PolicySettings> all = policies.values().stream()
                .flatMap(ofDocument -> ofDocument.values().stream())
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
        Module application = Module.of(document.id().file());
        settings.keySet()
                .removeIf(property ->
                        documents(application).anyMatch(other -> other.value("backoff." + property) != null));
        return settings;
    }

    /**
     * Determines the settings with which migrated methods make as many attempts as before. These settings apply to all
     * calls. An application that already uses Backoff does not get them, because they would change its other calls.
     */
    private Shared shared(Path file) {
        Module application = Module.of(file);
        boolean used = usesBackoff(application);
        var written = new LinkedHashMap<String, String>();
        var missing = new ArrayList<String>();
        AS_BEFORE.forEach(setting -> {
            String property = "backoff." + setting.getKey();
            Optional<String> value = documents(application)
                    .filter(other -> other.profile() == null)
                    .filter(other ->
                            ExistingPolicies.directory(other.id().file()).equals(ExistingPolicies.directory(file)))
                    .flatMap(other -> Stream.ofNullable(other.value(property)))
                    .findFirst();
            if (value.isEmpty() && !used) {
                written.put(setting.getKey(), setting.getValue());
            } else if (value.filter(setting.getValue()::equalsIgnoreCase).isEmpty()) {
                missing.add(property + ": " + setting.getValue());
            }
        });
        return new Shared(written, missing);
    }

    /** Whether an application has calls that use Backoff already. A policy by itself does not change any call. */
    private boolean usesBackoff(Module application) {
        return project.usersOfBackoff().stream().anyMatch(user -> targets.isPart(user, application))
                || documents(application)
                        .filter(document -> Module.isMain(document.id().file()))
                        .anyMatch(Documents::guardsCalls);
    }

    private static boolean guardsCalls(ConfigDocument document) {
        return "govern".equalsIgnoreCase(document.value("backoff.adopt.mode"))
                || document.values().keySet().stream()
                        .anyMatch(property -> GUARDING.stream().anyMatch(property::startsWith));
    }

    private Stream<ConfigDocument> documents(Module application) {
        return project.files().values().stream()
                .flatMap(List::stream)
                .filter(document -> Module.of(document.id().file()).equals(application));
    }

    /**
     * The settings that a document needs, and that apply to all calls.
     *
     * @param written the settings to write
     * @param missing the settings that would preserve the number of attempts, but are left to the user, because they
     *     would change other calls of the application
     */
    private record Shared(Map<String, String> written, List<String> missing) {

        /** Returns the policies. If settings are missing, a comment above the first policy lists them. */
        Map<String, PolicySettings> above(Map<String, PolicySettings> policies) {
            var commented = new LinkedHashMap<>(policies);
            if (!missing.isEmpty()) {
                String first = commented.keySet().iterator().next();
                commented.computeIfPresent(first, (name, settings) -> settings.commented("", todo()));
            }
            return commented;
        }

        private String todo() {
            return "TODO backoff: to keep the attempts of migrated methods, set " + String.join(", ", missing)
                    + "; this also changes the calls that used Backoff before";
        }
    }
}
