package io.backoff.rewrite.resilience4j;

import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.CannotMigrateException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Checks that {@code @Backoff} guards the same methods as the {@code @Retry} that it replaces. */
final class Placement {

    private static final String RETRY = "io.github.resilience4j.retry.annotation.Retry";
    private static final Set<String> PROXIED = Set.of(
            "org.springframework.cloud.openfeign.FeignClient",
            "org.springframework.web.service.annotation.HttpExchange");

    private Placement() {}

    /**
     * @param subtypes the subtypes of the annotated type
     * @throws CannotMigrateException if {@code @Backoff} would not retry the same methods as {@code @Retry}
     */
    static void check(AnnotatedElement element, List<J.ClassDeclaration> subtypes) {
        J.ClassDeclaration type = element.type();
        switch (type.getKind()) {
            case Annotation -> throw Unsupported.setting("Resilience4j ignores '@Retry' on annotations");
            case Interface -> checkInterface(type);
            default -> {
                checkSubclasses(element.method(), subtypes);
                if (element.method() == null) {
                    checkClass(type);
                } else if (hasRetry(type.getLeadingAnnotations())) {
                    throw both();
                }
            }
        }
        methods(type).stream()
                .filter(method -> element.method() == null || method == element.method())
                .forEach(ReturnTypes::check);
    }

    /**
     * Checks an annotated interface. Resilience4j applies the annotations of an interface only to beans that are
     * generated from the interface.
     */
    private static void checkInterface(J.ClassDeclaration type) {
        boolean proxied = TypeUtils.isAssignableTo("org.springframework.data.repository.Repository", type.getType())
                || type.getLeadingAnnotations().stream().anyMatch(Placement::isProxied)
                || methods(type).stream()
                        .flatMap(method -> method.getLeadingAnnotations().stream())
                        .anyMatch(Placement::isExchange);
        if (!proxied) {
            throw Unsupported.setting("Resilience4j ignores '@Retry' on the interfaces of a class");
        }
    }

    private static boolean isProxied(J.Annotation annotation) {
        return PROXIED.stream().anyMatch(proxied -> TypeUtils.isOfClassType(annotation.getType(), proxied));
    }

    private static boolean isExchange(J.Annotation annotation) {
        JavaType.FullyQualified type = TypeUtils.asFullyQualified(annotation.getType());
        return type != null && type.getPackageName().equals("org.springframework.web.service.annotation");
    }

    private static void checkClass(J.ClassDeclaration type) {
        List<J.MethodDeclaration> methods = methods(type);
        if (methods.stream().anyMatch(method -> hasRetry(method.getLeadingAnnotations()))) {
            throw both();
        }
        if (methods.stream().anyMatch(method -> method.hasModifier(J.Modifier.Type.Final))) {
            throw Unsupported.setting("on a class, '@Backoff' covers final methods too");
        }
        if (type.getExtends() != null) {
            throw Unsupported.setting("on a class, '@Backoff' covers inherited methods too");
        }
    }

    /**
     * Rejects an annotation that Resilience4j would ignore in a subclass: Resilience4j inspects only the invoked method
     * and its class.
     */
    private static void checkSubclasses(J.@Nullable MethodDeclaration method, List<J.ClassDeclaration> subclasses) {
        boolean replaced = subclasses.stream()
                .flatMap(subclass -> methods(subclass).stream())
                .anyMatch(other -> method == null || other.getSimpleName().equals(method.getSimpleName()));
        if (replaced || method != null && method.hasModifier(J.Modifier.Type.Abstract)) {
            throw Unsupported.setting("Resilience4j ignores '@Retry' of a class in the methods of its subclasses");
        }
    }

    private static CannotMigrateException both() {
        return Unsupported.setting("both the class and a method of it have '@Retry'");
    }

    private static boolean hasRetry(List<J.Annotation> annotations) {
        return annotations.stream().anyMatch(annotation -> TypeUtils.isOfClassType(annotation.getType(), RETRY));
    }

    /** The methods that a proxy can intercept. */
    static List<J.MethodDeclaration> methods(J.ClassDeclaration type) {
        return type.getBody().getStatements().stream()
                .filter(J.MethodDeclaration.class::isInstance)
                .map(J.MethodDeclaration.class::cast)
                .filter(method -> !method.isConstructor())
                .filter(method ->
                        !method.hasModifier(J.Modifier.Type.Static) && !method.hasModifier(J.Modifier.Type.Private))
                .toList();
    }
}
