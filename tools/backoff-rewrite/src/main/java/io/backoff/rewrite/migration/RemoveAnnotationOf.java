package io.backoff.rewrite.migration;

import java.util.UUID;
import org.openrewrite.ExecutionContext;
import org.openrewrite.java.AnnotationMatcher;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.RemoveAnnotationVisitor;
import org.openrewrite.java.tree.J;

/** Removes an annotation from one method. */
final class RemoveAnnotationOf extends JavaIsoVisitor<ExecutionContext> {

    private final UUID method;
    private final String annotation;

    RemoveAnnotationOf(UUID method, String annotation) {
        this.method = method;
        this.annotation = annotation;
    }

    @Override
    public J.MethodDeclaration visitMethodDeclaration(J.MethodDeclaration declaration, ExecutionContext context) {
        J.MethodDeclaration visited = super.visitMethodDeclaration(declaration, context);
        if (!visited.getId().equals(method)) {
            return visited;
        }
        maybeRemoveImport(annotation);
        var removal = new RemoveAnnotationVisitor(new AnnotationMatcher("@" + annotation));
        return (J.MethodDeclaration)
                removal.visitNonNull(visited, context, getCursor().getParentOrThrow());
    }
}
