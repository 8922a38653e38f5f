package io.backoff.rewrite.migration;

import io.backoff.rewrite.java.DeclaredAnnotations;
import io.backoff.rewrite.java.InnerComments;
import io.backoff.rewrite.java.TodoComment;
import io.backoff.rewrite.java.TypeUses;
import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.library.Translation.Recovery;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.openrewrite.ExecutionContext;
import org.openrewrite.java.AnnotationMatcher;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.RemoveAnnotationVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TypeUtils;

/** Changes the code of a project as planned. */
public final class ChangeCode extends JavaIsoVisitor<ExecutionContext> {

    private final RetryLibrary library;
    private final Plan plan;

    public ChangeCode(RetryLibrary library, Plan plan) {
        this.library = library;
        this.plan = plan;
    }

    @Override
    public J.ClassDeclaration visitClassDeclaration(J.ClassDeclaration type, ExecutionContext context) {
        J.ClassDeclaration changed = super.visitClassDeclaration(
                isReplaced(type.getLeadingAnnotations()) ? TodoComment.removed(type) : type, context);
        for (String todo : todos(DeclaredAnnotations.of(type))) {
            changed = TodoComment.above(changed, todo);
        }
        for (String reason : usedInCode()) {
            changed = TodoComment.above(changed, reason);
        }
        return plan.complete() ? switchOff(changed) : changed;
    }

    @Override
    public Statement visitStatement(Statement statement, ExecutionContext context) {
        Statement changed = super.visitStatement(statement, context);
        Object parent = getCursor().getParentTreeCursor().getValue();
        if (parent instanceof J.Block || parent instanceof J.Case || parent instanceof J.CompilationUnit) {
            for (var entry : library.unthrown().entrySet()) {
                if (TypeUses.inStatement(statement, entry.getKey())) {
                    changed = TodoComment.above(changed, entry.getValue());
                }
            }
        }
        return changed;
    }

    private J.ClassDeclaration switchOff(J.ClassDeclaration type) {
        J.ClassDeclaration changed = type;
        for (J.Annotation annotation : type.getLeadingAnnotations()) {
            String name = library.switches().stream()
                    .filter(known -> TypeUtils.isOfClassType(annotation.getType(), known))
                    .findFirst()
                    .orElse(null);
            if (name != null && hasOrder(annotation)) {
                changed = TodoComment.above(
                        changed,
                        "set 'backoff.order' instead of this order, and remove this annotation"
                                + Guide.pointer(library.guide(), "annotations"));
            } else if (name != null) {
                doAfterVisit(new RemoveAnnotationVisitor(new AnnotationMatcher("@" + name)));
            }
        }
        return changed;
    }

    private static boolean hasOrder(J.Annotation annotation) {
        return annotation.getArguments() != null
                && annotation.getArguments().stream()
                        .anyMatch(argument -> argument instanceof J.Assignment assignment
                                && assignment.getVariable() instanceof J.Identifier name
                                && name.getSimpleName().equals("order"));
    }

    @Override
    public J.MethodDeclaration visitMethodDeclaration(J.MethodDeclaration method, ExecutionContext context) {
        J.MethodDeclaration changed = super.visitMethodDeclaration(
                isReplaced(method.getLeadingAnnotations()) ? TodoComment.removed(method) : method, context);
        for (String todo : todos(DeclaredAnnotations.of(method))) {
            changed = TodoComment.above(changed, todo);
        }
        Recovery recovery = plan.recoveries().get(method.getId());
        return recovery == null ? changed : recover(changed, recovery, context);
    }

    private J.MethodDeclaration recover(J.MethodDeclaration method, Recovery recovery, ExecutionContext context) {
        doAfterVisit(new RemoveAnnotationOf(recovery.method(), recovery.annotation()));
        return recovery.moved() != null ? LastParameter.moveFirst(method) : method;
    }

    @Override
    public J.MethodInvocation visitMethodInvocation(J.MethodInvocation call, ExecutionContext context) {
        J.MethodInvocation changed = super.visitMethodInvocation(call, context);
        return plan.moves(call.getMethodType()) ? LastParameter.moveFirst(changed) : changed;
    }

    @Override
    public J.Annotation visitAnnotation(J.Annotation annotation, ExecutionContext context) {
        Plan.Replacement replacement = plan.replacements().get(annotation.getId());
        if (replacement == null) {
            return super.visitAnnotation(annotation, context);
        }
        removeImports(annotation);
        boolean imported = isNameFree();
        if (imported) {
            maybeAddImport(BackoffAnnotation.NAME);
        }
        J.Annotation replaced = new BackoffAnnotation(replacement, imported).replace(annotation);
        return replaced.withPrefix(InnerComments.above(annotation, line()));
    }

    /** Removes imports that only the annotation needs, such as imports of classes in its attributes. */
    private void removeImports(J.Annotation annotation) {
        maybeRemoveImport(library.annotation());
        library.attributeTypes().forEach(this::maybeRemoveImport);
        new JavaIsoVisitor<ChangeCode>() {
            @Override
            public J.Identifier visitIdentifier(J.Identifier identifier, ChangeCode change) {
                JavaType.FullyQualified type = TypeUtils.asFullyQualified(identifier.getType());
                if (type != null) {
                    change.maybeRemoveImport(type);
                }
                return identifier;
            }
        }.visit(annotation, this);
    }

    /** Returns a line break with the indentation of the annotated declaration. */
    private String line() {
        J declaration = getCursor().getParentTreeCursor().getValue();
        String space = declaration.getPrefix().getLastWhitespace();
        JavaSourceFile file = getCursor().firstEnclosingOrThrow(JavaSourceFile.class);
        boolean windows = file.printAll().contains("\r\n");
        return (windows ? "\r\n" : "\n") + space.substring(space.lastIndexOf('\n') + 1);
    }

    /**
     * Whether the file can import {@code io.backoff.Backoff}: the file must not use another type named {@code Backoff},
     * such as spring-retry's.
     */
    private boolean isNameFree() {
        JavaSourceFile file = getCursor().firstEnclosingOrThrow(JavaSourceFile.class);
        var found = new AtomicBoolean();
        new OtherBackoff(plan.replacements().keySet()).visit(file, found);
        return !found.get();
    }

    private boolean isReplaced(List<J.Annotation> annotations) {
        return annotations.stream().anyMatch(annotation -> plan.replacements().containsKey(annotation.getId()));
    }

    private List<String> todos(List<J.Annotation> annotations) {
        return annotations.stream()
                .map(annotation -> plan.todos().get(annotation.getId()))
                .filter(Objects::nonNull)
                .toList();
    }

    private List<String> usedInCode() {
        J.CompilationUnit file = getCursor().firstEnclosing(J.CompilationUnit.class);
        if (file == null || getCursor().getParentTreeCursor().getValue() != file) {
            return List.of();
        }
        return CodeUses.reasons(file, library);
    }
}
