package io.backoff.rewrite.migration;

import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.library.RetryLibrary;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Finds the annotations and other uses of the old library, and the modules that are applications. */
final class ScanCode extends JavaIsoVisitor<ExecutionContext> {

    private static final String APPLICATION = "org.springframework.boot.autoconfigure.SpringBootApplication";

    /** The types by which code applies policies to calls. */
    private static final Set<String> GUARDING = Set.of(
            BackoffAnnotation.NAME,
            "io.backoff.engine.BackoffOperations",
            "io.backoff.reactor.BackoffReactor",
            "io.backoff.redelivery.Redeliver",
            "io.backoff.spring.SpringPolicies");

    private final Project project;
    private final RetryLibrary library;

    ScanCode(Project project) {
        this.project = project;
        library = project.library();
    }

    @Override
    public J.CompilationUnit visitCompilationUnit(J.CompilationUnit file, ExecutionContext context) {
        for (String reason : CodeUses.reasons(file, library)) {
            file.getClasses().forEach(each -> project.addCode(file.getSourcePath(), each, reason));
        }
        return super.visitCompilationUnit(file, context);
    }

    @Override
    public J.ClassDeclaration visitClassDeclaration(J.ClassDeclaration type, ExecutionContext context) {
        scan(type.getLeadingAnnotations(), type, null);
        if (type.getKind() == J.ClassDeclaration.Kind.Type.Annotation && type.getType() != null) {
            project.declares(type.getType().getFullyQualifiedName());
        }
        return super.visitClassDeclaration(type, context);
    }

    @Override
    public J.MethodDeclaration visitMethodDeclaration(J.MethodDeclaration method, ExecutionContext context) {
        J.ClassDeclaration type = getCursor().firstEnclosing(J.ClassDeclaration.class);
        if (type != null) {
            scan(method.getLeadingAnnotations(), type, method);
        }
        return super.visitMethodDeclaration(method, context);
    }

    private void scan(List<J.Annotation> annotations, J.ClassDeclaration type, J.@Nullable MethodDeclaration method) {
        JavaSourceFile file = getCursor().firstEnclosingOrThrow(JavaSourceFile.class);
        for (J.Annotation annotation : annotations) {
            Found found = new Found(
                    new AnnotatedElement(annotation, type, method),
                    file.getSourcePath(),
                    file instanceof J.CompilationUnit);
            if (is(annotation, library.annotation())) {
                project.add(found);
            } else if (library.appliesComposed()) {
                Composed.of(found, library).ifPresent(project::add);
            }
            if (is(annotation, APPLICATION) && Module.isMain(file.getSourcePath())) {
                project.addApplication(Module.of(file.getSourcePath()));
            }
            if (library.neighbors().stream().anyMatch(each -> is(annotation, each))) {
                project.hasNeighbor();
            }
        }
    }

    @Override
    public J.Identifier visitIdentifier(J.Identifier identifier, ExecutionContext context) {
        if (library.code().keySet().stream().anyMatch(each -> TypeUtils.isOfClassType(identifier.getType(), each))) {
            project.hasCode(file());
        }
        if (guardsCalls(identifier.getType())) {
            project.usesBackoff(file());
        }
        return identifier;
    }

    @Override
    public J.Literal visitLiteral(J.Literal literal, ExecutionContext context) {
        if (CodeUses.isProperty(literal, library)) {
            project.hasCode(file());
        }
        return literal;
    }

    private static boolean guardsCalls(@Nullable JavaType type) {
        JavaType.FullyQualified named = TypeUtils.asFullyQualified(type);
        return named != null && GUARDING.contains(named.getFullyQualifiedName());
    }

    private Path file() {
        return getCursor().firstEnclosingOrThrow(JavaSourceFile.class).getSourcePath();
    }

    private static boolean is(J.Annotation annotation, String name) {
        return TypeUtils.isOfClassType(annotation.getType(), name);
    }
}
