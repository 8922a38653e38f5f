package io.backoff.rewrite.migration;

import io.backoff.rewrite.config.Addition;
import io.backoff.rewrite.java.Signatures;
import io.backoff.rewrite.library.Translation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.JavaType;

/**
 * The changes that a migration makes to a project. Annotations and methods are identified by their node in the tree.
 *
 * @param replacements the replacements of annotations
 * @param todos the comments on remaining annotations
 * @param recoveries the methods that become fallbacks and lose their old annotation
 * @param additions the additions to configuration files, by file and index of the document
 * @param created the configuration files to create
 * @param complete whether the library can be disabled, because no annotation that needs it remains
 * @param unused the properties that are no longer used
 * @param outcomes the outcome for each use of the library
 */
public record Plan(
        Map<UUID, Replacement> replacements,
        Map<UUID, String> todos,
        Map<UUID, Translation.Recovery> recoveries,
        Map<Path, Map<Integer, Addition>> additions,
        Map<Path, Addition> created,
        boolean complete,
        Set<String> unused,
        List<Outcome> outcomes) {

    /** Whether the first parameter of a method becomes the last. */
    boolean moves(JavaType.@Nullable Method method) {
        return method != null
                && !recoveries.isEmpty()
                && recoveries.values().stream()
                        .anyMatch(recovery -> Signatures.of(method).equals(recovery.moved()));
    }

    /** The annotation {@code @Backoff} that replaces an old one, with the two attributes that a migration sets. */
    record Replacement(String policy, @Nullable String fallback) {}
}
