package io.backoff.rewrite.build;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.SourceFile;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.xml.tree.Xml;

/** Edits the build files of a project. */
final class BuildFileVisitor extends TreeVisitor<Tree, ExecutionContext> {

    private final OldLibrary library;
    private final ProjectFacts facts;

    BuildFileVisitor(OldLibrary library, ProjectFacts facts) {
        this.library = library;
        this.facts = facts;
    }

    @Override
    public @Nullable Tree visit(@Nullable Tree tree, ExecutionContext ctx) {
        if (!(tree instanceof SourceFile file)) {
            return tree;
        }
        Path path = file.getSourcePath();
        boolean pom = file instanceof Xml.Document && path.endsWith("pom.xml");
        if (!pom && !GradleBuild.is(file)) {
            return tree;
        }
        Change change = new Change(
                library,
                facts.addition(path),
                facts.managesStarter(path),
                facts.removesOld(path),
                facts::isOldAccessor);
        if (change.isNothing()) {
            return tree;
        }
        return pom ? new PomVisitor(change).visit(tree, ctx) : new GradleVisitor(change).visit(tree, ctx);
    }
}
