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
 * What is changed in a project. Annotations and methods are known by the identity of their node in the tree.
 *
 * @param replacements what takes the place of annotations
 * @param todos what is said of annotations that stay
 * @param recoveries methods that fallbacks need changed
 * @param additions what configuration files get, by file and index of the document
 * @param created the configuration files that do not exist yet
 * @param complete whether no annotation stays, so that the library can be switched off
 * @param unused properties that nothing uses any more
 * @param outcomes what becomes of each use of the library
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

    /** Whether the first argument of a method becomes the last. */
    boolean moves(JavaType.@Nullable Method method) {
        return method != null
                && !recoveries.isEmpty()
                && recoveries.values().stream()
                        .anyMatch(each -> Signatures.of(method).equals(each.moved()));
    }

    /** The annotation {@code @Backoff} with its two attributes. */
    record Replacement(String policy, @Nullable String fallback) {}
}
