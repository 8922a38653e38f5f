package io.backoff.rewrite.migration;

import io.backoff.rewrite.config.Configuration;
import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.java.MetaAnnotations;
import io.backoff.rewrite.java.Module;
import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.library.Translation;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plans the changes of a project. */
final class Planner {

    private final Project project;
    private final RetryLibrary library;
    private final Targets targets;
    private final ExistingPolicies existing;
    private final List<Migrated> migrated = new ArrayList<>();
    private final List<Found> kept = new ArrayList<>();
    private final Map<UUID, String> todos = new HashMap<>();

    Planner(Project project) {
        this.project = project;
        library = project.library();
        targets = new Targets(project);
        existing = new ExistingPolicies(project.files());
    }

    Plan plan() {
        project.found().stream().sorted(Comparator.comparing(Found::file)).forEach(this::translate);
        project.hidden().forEach(found -> keep(found, "put it before the modifiers, where the recipe can change it"));
        project.foreign()
                .forEach(use -> keep(
                        use.found(),
                        "the project does not contain '@%s', which has '@%s': write '@Backoff' and a policy by hand instead"
                                .formatted(
                                        use.found().element().annotation().getSimpleName(),
                                        library.annotation()
                                                .substring(library.annotation().lastIndexOf('.') + 1))));
        leaveConflicts();
        keepRelated();
        var replacements = new HashMap<UUID, Plan.Replacement>();
        var recoveries = new HashMap<UUID, Translation.Recovery>();
        var outcomes = new ArrayList<Outcome>();
        var documents = new Documents(project, targets, existing);
        names().forEach((user, name) -> {
            outcomes.add(Outcome.migrated(user.found(), name));
            Translation translation = user.translation();
            replacements.put(user.annotation(), new Plan.Replacement(name, translation.fallback()));
            translation.recoveries().forEach(method -> recoveries.put(method.method(), method));
            documents.add(Module.of(user.found().file()), name, translation);
        });
        kept.forEach(found -> outcomes.add(Outcome.stays(found, todo(found))));
        outcomes.addAll(project.byHand());
        boolean complete = todos.isEmpty() && !replacements.isEmpty();
        return new Plan(
                replacements,
                todos,
                recoveries,
                documents.additions(),
                documents.created(),
                complete && !project.needsSwitches(),
                unused(),
                outcomes);
    }

    private String todo(Found found) {
        return String.valueOf(todos.get(found.element().annotation().getId()));
    }

    private Set<String> unused() {
        if (migrated.isEmpty() || project.usesLibraryInCode()) {
            return Set.of();
        }
        List<AnnotatedElement> staying = Stream.concat(project.found().stream(), project.hidden().stream())
                .map(Found::element)
                .filter(element -> todos.containsKey(element.annotation().getId()))
                .toList();
        return library.unused(
                targets.configuration(),
                migrated.stream().map(user -> user.found().element()).toList(),
                staying);
    }

    private void translate(Found found) {
        try {
            Migratable.check(found);
            targets.check(Module.of(found.file()));
            Translation translation = translation(found);
            existing.check(translation);
            migrated.add(new Migrated(found, translation));
        } catch (CannotMigrateException exception) {
            keep(found, exception.getMessage(), exception.section());
        } catch (RuntimeException unexpected) {
            // One failing annotation must not prevent the migration of the project.
            keep(
                    found,
                    "the recipe fails with " + unexpected.getClass().getSimpleName()
                            + ": write '@Backoff' and a policy by hand",
                    "by-one-command");
        }
    }

    private Translation translation(Found found) {
        Translation common = null;
        for (Configuration configuration : targets.configurations(Module.of(found.file()))) {
            Translation translation = library.translate(found.element(), configuration);
            Placeholders.check(translation.settings(), configuration);
            common = common == null ? translation : joined(common, translation);
        }
        return Objects.requireNonNull(common);
    }

    /**
     * Joins two translations of one annotation, each for an application that uses the annotation's module. An
     * annotation is migrated only if all applications that use its module configure it alike.
     */
    private static Translation joined(Translation one, Translation other) {
        if (!one.settings().equals(other.settings())) {
            throw new CannotMigrateException(
                    "the applications that use this module configure these retries differently: "
                            + "write '@Backoff' and a policy by hand",
                    "by-one-command");
        }
        var overrides = new HashMap<>(one.overrides());
        overrides.putAll(other.overrides());
        return one.withOverrides(overrides);
    }

    private void leaveConflicts() {
        var shared = new SharedPolicies(targets, migrated);
        migrated.clear();
        migrated.addAll(shared.agreed());
        shared.conflicts().forEach((found, conflict) -> keep(found, conflict.getMessage(), conflict.section()));
    }

    private void keep(Found found, String reason) {
        keep(found, reason, "by-one-command");
    }

    private void keep(Found found, @Nullable String reason, String section) {
        kept.add(found);
        String todo = reason + Guide.pointer(library.guide(), section);
        todos.put(found.element().annotation().getId(), todo);
    }

    /**
     * Leaves an annotation unchanged if it may apply to the same method as another unchanged annotation. An annotation
     * such as {@code @CircuitBreaker} counts as unchanged: its type has the library's annotation, but the recipe does
     * not change it.
     */
    private void keepRelated() {
        var related = new Related(project.composed());
        project.neighbors().stream().filter(this::isRetried).forEach(neighbor -> keepRelated(related, neighbor));
        for (int i = 0; i < kept.size(); i++) {
            keepRelated(related, kept.get(i));
        }
    }

    private boolean isRetried(Found neighbor) {
        return MetaAnnotations.of(neighbor.element().annotation().getType()).contains(library.annotation());
    }

    private void keepRelated(Related related, Found staying) {
        for (Migrated other : List.copyOf(migrated)) {
            if (related.meet(staying, other.found())) {
                keepWithOthers(other);
            }
        }
    }

    private void keepWithOthers(Migrated annotation) {
        if (migrated.remove(annotation)) {
            keep(
                    annotation.found(),
                    "another annotation of its class or of a supertype is not migrated: migrate that one first",
                    "by-one-command");
            List.copyOf(migrated).stream()
                    .filter(other -> Related.share(annotation, other))
                    .forEach(this::keepWithOthers);
        }
    }

    /**
     * Names the policies. Methods of different classes do not share a policy, because they would then also share its
     * budget.
     */
    private Map<Migrated, String> names() {
        var named = new LinkedHashMap<Migrated, String>();
        var names = new PolicyNames(existing);
        Map<OwnPolicy, List<Migrated>> users = migrated.stream()
                .filter(user -> user.translation().policy() == null)
                .collect(Collectors.groupingBy(this::ownPolicy, LinkedHashMap::new, Collectors.toList()));
        users.forEach((policy, all) -> {
            String name = names.name(all.stream().map(Migrated::found).toList(), policy.settings());
            all.forEach(user -> named.put(user, name));
        });
        for (Migrated user : migrated) {
            String given = user.translation().policy();
            if (given != null) {
                named.put(user, given);
            }
        }
        return named;
    }

    private OwnPolicy ownPolicy(Migrated user) {
        return new OwnPolicy(user.found().element().type().getId(), existing.written(user.translation()));
    }

    /** Identifies a policy: methods share it if they are in the same class and have the same settings. */
    private record OwnPolicy(UUID type, PolicySettings settings) {}
}
