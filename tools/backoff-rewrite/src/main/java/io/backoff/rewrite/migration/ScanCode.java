package io.backoff.rewrite.migration;

import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.DeclaredAnnotations;
import io.backoff.rewrite.java.MetaAnnotations;
import io.backoff.rewrite.java.Module;
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

    private static final Set<String> APPLICATION = Set.of(
            "org.springframework.boot.autoconfigure.SpringBootApplication",
            "org.springframework.boot.autoconfigure.EnableAutoConfiguration");

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
            file.getClasses().forEach(type -> project.addCode(file.getSourcePath(), type, reason));
        }
        return super.visitCompilationUnit(file, context);
    }

    @Override
    public J.ClassDeclaration visitClassDeclaration(J.ClassDeclaration type, ExecutionContext context) {
        scan(type.getLeadingAnnotations(), DeclaredAnnotations.of(type), type, null);
        if (type.getKind() == J.ClassDeclaration.Kind.Type.Annotation && type.getType() != null) {
            project.declares(type.getType().getFullyQualifiedName());
        }
        return super.visitClassDeclaration(type, context);
    }

    @Override
    public J.MethodDeclaration visitMethodDeclaration(J.MethodDeclaration method, ExecutionContext context) {
        J.ClassDeclaration type = getCursor().firstEnclosing(J.ClassDeclaration.class);
        if (type != null) {
            scan(method.getLeadingAnnotations(), DeclaredAnnotations.of(method), type, method);
        }
        return super.visitMethodDeclaration(method, context);
    }

    private void scan(
            List<J.Annotation> leading,
            List<J.Annotation> all,
            J.ClassDeclaration type,
            J.@Nullable MethodDeclaration method) {
        JavaSourceFile file = getCursor().firstEnclosingOrThrow(JavaSourceFile.class);
        for (J.Annotation annotation : all) {
            scan(
                    new Found(
                            new AnnotatedElement(annotation, type, method),
                            file.getSourcePath(),
                            file instanceof J.CompilationUnit),
                    leading.contains(annotation));
        }
    }

    private void scan(Found found, boolean leading) {
        J.Annotation annotation = found.element().annotation();
        Set<String> names = MetaAnnotations.of(annotation.getType(), library.neighbors());
        if (is(annotation, library.annotation())) {
            project.add(found, leading);
        } else if (library.appliesComposed() && names.contains(library.annotation())) {
            project.add(new Composed(found, names));
        }
        if (library.neighbors().stream().anyMatch(names::contains)) {
            project.addNeighbor(found);
        }
        boolean composes = found.element().type().getKind() == J.ClassDeclaration.Kind.Type.Annotation;
        if (APPLICATION.stream().anyMatch(names::contains) && !composes && Module.isMain(found.file())) {
            project.addApplication(Module.of(found.file()));
        }
    }

    @Override
    public J.Identifier visitIdentifier(J.Identifier identifier, ExecutionContext context) {
        if (library.code().keySet().stream().anyMatch(type -> TypeUtils.isOfClassType(identifier.getType(), type))) {
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
