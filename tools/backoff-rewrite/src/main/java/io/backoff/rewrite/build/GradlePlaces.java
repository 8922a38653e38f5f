package io.backoff.rewrite.build;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openrewrite.SourceFile;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;

/**
 * Finds the {@code dependencies} blocks for the starter: the blocks with the old library, otherwise the first block of
 * the project. A file may have a block for each of several projects.
 */
final class GradlePlaces extends JavaIsoVisitor<Integer> {

    private final Change change;
    private final Set<UUID> withOld = new HashSet<>();
    private @Nullable UUID first;

    GradlePlaces(Change change) {
        this.change = change;
    }

    Set<UUID> find(SourceFile file) {
        visit(file, 0);
        return !withOld.isEmpty() ? withOld : first == null ? Set.of() : Set.of(first);
    }

    @Override
    public J.Block visitBlock(J.Block block, Integer ignored) {
        if (GradleBuild.isDependencies(getCursor())) {
            GradleDependencies list = new GradleDependencies(change, getCursor());
            if (block.getStatements().stream().anyMatch(list::isOld)) {
                withOld.add(block.getId());
            }
            if (first == null && GradleBuild.around(getCursor()).count() == 1) {
                first = block.getId();
            }
        }
        return super.visitBlock(block, ignored);
    }
}
