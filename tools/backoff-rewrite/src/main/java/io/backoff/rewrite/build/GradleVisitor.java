package io.backoff.rewrite.build;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Tree;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TextComment;
import org.openrewrite.marker.Markers;

/** Edits a {@code build.gradle} or {@code build.gradle.kts} without a model of the project. */
final class GradleVisitor extends JavaIsoVisitor<ExecutionContext> {

    private static final String TODO = " TODO backoff: add the dependency " + Starter.GROUP + ":" + Starter.ARTIFACT;

    private final Change change;
    private Set<UUID> places = Set.of();

    GradleVisitor(Change change) {
        this.change = change;
    }

    @Override
    public @Nullable J visit(@Nullable Tree tree, ExecutionContext ctx) {
        if (!(tree instanceof JavaSourceFile file)) {
            return super.visit(tree, ctx);
        }
        places = change.adds() ? new GradlePlaces(change).find(file) : Set.of();
        J edited = super.visit(file, ctx);
        boolean todo = change.adds() && places.isEmpty() && !file.printAll().contains(TODO);
        return todo ? withTodo(file) : edited;
    }

    @Override
    public J.Block visitBlock(J.Block block, ExecutionContext ctx) {
        J.Block visited = super.visitBlock(block, ctx);
        if (!GradleBuild.isDependencies(getCursor())) {
            return visited;
        }
        boolean adds = places.contains(block.getId());
        return new GradleDependencies(adds ? change : change.added(), getCursor()).edit(visited);
    }

    private static J withTodo(JavaSourceFile file) {
        TextComment comment = new TextComment(false, TODO, "\n", Markers.EMPTY);
        return file.withPrefix(Space.build("", List.of(comment)));
    }
}
