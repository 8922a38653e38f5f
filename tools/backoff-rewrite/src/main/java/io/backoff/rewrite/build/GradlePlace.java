package io.backoff.rewrite.build;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openrewrite.SourceFile;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;

/**
 * Finds the {@code dependencies} block for the starter: the block with the old library, otherwise the first block of
 * the project.
 */
final class GradlePlace extends JavaIsoVisitor<Integer> {

    private final Change change;
    private @Nullable UUID withOld;
    private @Nullable UUID first;

    GradlePlace(Change change) {
        this.change = change;
    }

    @Nullable
    UUID find(SourceFile file) {
        visit(file, 0);
        return withOld == null ? first : withOld;
    }

    @Override
    public J.Block visitBlock(J.Block block, Integer ignored) {
        if (GradleBuild.isDependencies(getCursor())) {
            GradleDependencies list = new GradleDependencies(change, getCursor());
            if (withOld == null && block.getStatements().stream().anyMatch(list::isOld)) {
                withOld = block.getId();
            }
            if (first == null && GradleBuild.around(getCursor()).count() == 1) {
                first = block.getId();
            }
        }
        return super.visitBlock(block, ignored);
    }
}
