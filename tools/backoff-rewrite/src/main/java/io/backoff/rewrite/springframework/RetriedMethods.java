package io.backoff.rewrite.springframework;

import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.java.DeclaredAnnotations;
import io.backoff.rewrite.java.ProxiedMethods;
import io.backoff.rewrite.java.ReturnTypes;
import io.backoff.rewrite.java.Subtypes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Rejects methods whose calls would be retried differently with {@code @Backoff} than with {@code @Retryable}. */
final class RetriedMethods {

    private static final String RETRYABLE = "Retryable";
    private static final String SECTION = "what-changes";
    private static final String ASYNC = "org.springframework.scheduling.annotation.Async";
    private static final List<String> PUBLISHERS = List.of(
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow.Publisher",
            "io.reactivex.rxjava3.core.SingleSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.smallrye.mutiny.Uni",
            "kotlinx.coroutines.flow.Flow",
            "kotlinx.coroutines.Deferred");

    private final Subtypes subtypes = new Subtypes();

    void scan(JavaSourceFile file) {
        subtypes.scan(file);
    }

    void check(AnnotatedElement element) {
        J.ClassDeclaration type = element.type();
        if (element.method() != null) {
            checkMethod(type, element.method());
        } else if (type.getKind() == J.ClassDeclaration.Kind.Type.Annotation) {
            subtypes.all().forEach(declared -> checkUses(declared, type.getType()));
        } else {
            checkType(type);
            subtypes.of(type).forEach(subtype -> checkSubtype(type, subtype));
        }
    }

    private void checkUses(J.ClassDeclaration type, JavaType.@Nullable FullyQualified annotation) {
        if (annotation == null) {
            return;
        }
        String name = annotation.getFullyQualifiedName();
        List<J.Annotation> annotations = DeclaredAnnotations.of(type);
        if (has(annotations, name)) {
            ProxiedMethods.check(type.getType(), RETRYABLE);
            check(new AnnotatedElement(annotations.get(0), type, null));
        }
        for (var statement : type.getBody().getStatements()) {
            if (statement instanceof J.MethodDeclaration method && has(DeclaredAnnotations.of(method), name)) {
                ReturnTypes.check(returned(method.getMethodType()));
                checkMethod(type, method);
            }
        }
    }

    private static void checkMethod(J.ClassDeclaration type, J.MethodDeclaration method) {
        if (has(method.getLeadingAnnotations(), ASYNC) || has(type.getLeadingAnnotations(), ASYNC)) {
            throw async();
        }
        checkReturnType(method.getMethodType());
    }

    private static void checkType(J.ClassDeclaration type) {
        if (has(type.getLeadingAnnotations(), ASYNC)) {
            throw async();
        }
        ProxiedMethods.of(type.getType()).forEach(method -> {
            checkReturnType(method);
            checkAsync(method);
        });
    }

    /** Checks a subtype of an annotated type, because Spring Framework covers all methods of the subtype too. */
    private static void checkSubtype(J.ClassDeclaration type, J.ClassDeclaration subtype) {
        ProxiedMethods.check(subtype.getType(), RETRYABLE);
        checkType(subtype);
        if (type.getKind() != J.ClassDeclaration.Kind.Type.Interface) {
            return;
        }
        List<String> declared = ProxiedMethods.of(type.getType()).stream()
                .map(JavaType.Method::getName)
                .toList();
        for (JavaType.Method method : ProxiedMethods.of(subtype.getType())) {
            if (!declared.contains(method.getName())) {
                throw new CannotMigrateException(
                        "on an interface, '@Backoff' covers only methods that the interface has, but it has no '%s': move '@Retryable' to the methods"
                                .formatted(method.getName()),
                        "by-one-command");
            }
        }
    }

    private static @Nullable JavaType returned(JavaType.@Nullable Method method) {
        return method == null ? null : method.getReturnType();
    }

    private static void checkReturnType(JavaType.@Nullable Method method) {
        JavaType returned = returned(method);
        if (TypeUtils.isAssignableTo("java.util.concurrent.Future", returned)
                || TypeUtils.isAssignableTo("java.util.concurrent.CompletionStage", returned)) {
            throw new CannotMigrateException(
                    "Spring Framework does not retry if the future fails, but '@Backoff' does: write '@Backoff' by hand if you want that",
                    SECTION);
        }
        if (PUBLISHERS.stream().anyMatch(publisher -> TypeUtils.isAssignableTo(publisher, returned))) {
            throw new CannotMigrateException(
                    "Spring Framework subscribes to the publisher again, but '@Backoff' calls the method again: write '@Backoff' by hand if you want that",
                    SECTION);
        }
    }

    private static boolean has(List<J.Annotation> annotations, String name) {
        return annotations.stream().anyMatch(annotation -> TypeUtils.isOfClassType(annotation.getType(), name));
    }

    private static void checkAsync(JavaType.Method method) {
        if (method.getAnnotations().stream().anyMatch(annotation -> TypeUtils.isOfClassType(annotation, ASYNC))) {
            throw async();
        }
    }

    private static CannotMigrateException async() {
        return new CannotMigrateException(
                "'@Backoff' runs inside '@Async', unlike '@Retryable': put '@Backoff' on a method that this method calls",
                SECTION);
    }
}
