package io.backoff.rewrite.migration;

import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.library.Translation;
import io.backoff.rewrite.policy.BasePolicy;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Decides what is changed in a project. */
final class Planner {

    private final Project project;
    private final RetryLibrary library;
    private final Targets targets;
    private final ExistingPolicies existing;
    private final Map<Found, Translation> translations = new LinkedHashMap<>();
    private final Map<UUID, String> todos = new HashMap<>();

    Planner(Project project) {
        this.project = project;
        library = project.library();
        targets = new Targets(project);
        existing = new ExistingPolicies(project.files());
    }

    Plan plan() {
        project.found().stream().sorted(Comparator.comparing(Found::file)).forEach(this::translate);
        Map<Found, String> names = names();
        var replacements = new HashMap<UUID, Plan.Replacement>();
        var recoveries = new HashMap<UUID, Translation.Recovery>();
        var documents = new Documents(project, targets, existing);
        translations.forEach((found, translation) -> {
            String name = names.get(found);
            replacements.put(found.element().annotation().getId(), new Plan.Replacement(name, translation.fallback()));
            translation.recoveries().forEach(each -> recoveries.put(each.method(), each));
            documents.add(Module.of(found.file()), name, translation);
        });
        boolean complete = todos.isEmpty() && !replacements.isEmpty();
        return new Plan(
                replacements,
                todos,
                recoveries,
                documents.additions(),
                documents.created(),
                complete && !project.needsSwitches(),
                complete && !project.usesLibraryInCode());
    }

    private void translate(Found found) {
        try {
            Migratable.check(found);
            Translation translation =
                    library.translate(found.element(), targets.configuration(Module.of(found.file())));
            existing.check(translation);
            translations.put(found, translation);
        } catch (CannotMigrateException exception) {
            String todo = "%s; see %s#%s".formatted(exception.getMessage(), library.guide(), exception.section());
            todos.put(found.element().annotation().getId(), todo);
        }
    }

    private Map<Found, String> names() {
        var named = new HashMap<Found, String>();
        Map<PolicySettings, List<Found>> users = translations.keySet().stream()
                .collect(Collectors.groupingBy(
                        each -> written(translations.get(each)), LinkedHashMap::new, Collectors.toList()));
        var names = new PolicyNames(existing.names());
        users.forEach((settings, all) -> {
            List<Found> unnamed = all.stream()
                    .filter(each -> translations.get(each).policy() == null)
                    .toList();
            all.forEach(each -> named.put(each, translations.get(each).policy()));
            if (!unnamed.isEmpty()) {
                String name = existing.nameOf(settings).orElseGet(() -> names.name(unnamed));
                unnamed.forEach(each -> named.put(each, name));
            }
        });
        return named;
    }

    /** The fields of the policy as they are written. */
    static PolicySettings written(Translation translation) {
        PolicySettings settings = PolicySettings.empty().with("extends", BasePolicy.NAME);
        for (var field : translation.settings().fields().entrySet()) {
            settings = settings.with(field.getKey(), field.getValue());
        }
        for (var comment : translation.settings().comments().entrySet()) {
            settings = settings.commented(comment.getKey(), comment.getValue());
        }
        return settings;
    }
}
