package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.MetaAnnotations;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.Flag;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Inspects the members and supertypes of a class. */
final class Members {

    private Members() {}

    static List<J.MethodDeclaration> methods(J.ClassDeclaration type) {
        return type.getBody().getStatements().stream()
                .filter(J.MethodDeclaration.class::isInstance)
                .map(J.MethodDeclaration.class::cast)
                .filter(method -> !method.isConstructor())
                .toList();
    }

    static boolean has(List<J.Annotation> annotations, String name) {
        return annotations.stream().anyMatch(annotation -> TypeUtils.isOfClassType(annotation.getType(), name));
    }

    /** Whether an annotation has another one as a meta-annotation, directly or indirectly. */
    static boolean isMeta(J.Annotation annotation, String name) {
        return !TypeUtils.isOfClassType(annotation.getType(), name)
                && MetaAnnotations.of(annotation.getType()).contains(name);
    }

    /** All superclasses and interfaces, without {@code Object}. */
    static List<JavaType.FullyQualified> supertypes(J.ClassDeclaration type) {
        var all = new ArrayList<JavaType.FullyQualified>();
        collect(type.getType(), all);
        return all;
    }

    private static void collect(JavaType.@Nullable FullyQualified type, List<JavaType.FullyQualified> all) {
        if (type == null) {
            return;
        }
        Stream.concat(Stream.ofNullable(type.getSupertype()), type.getInterfaces().stream())
                .filter(supertype -> !supertype.getFullyQualifiedName().equals("java.lang.Object"))
                .forEach(supertype -> {
                    all.add(supertype);
                    collect(supertype, all);
                });
    }

    static boolean isDeclared(JavaType.FullyQualified type, String annotation) {
        return type.getMethods().stream().anyMatch(method -> isOn(method, annotation));
    }

    static boolean isOn(JavaType.Method method, String annotation) {
        return method.getAnnotations().stream()
                .anyMatch(declared -> MetaAnnotations.of(declared).contains(annotation));
    }

    /** Whether a proxy that is a subclass can intercept the method. */
    static boolean isInterceptable(J.MethodDeclaration method) {
        return !method.hasModifier(J.Modifier.Type.Private)
                && !method.hasModifier(J.Modifier.Type.Static)
                && !method.hasModifier(J.Modifier.Type.Final);
    }

    static boolean isPublic(J.ClassDeclaration type, J.MethodDeclaration method) {
        return method.hasModifier(J.Modifier.Type.Public)
                || type.getKind() == J.ClassDeclaration.Kind.Type.Interface
                        && !method.hasModifier(J.Modifier.Type.Private);
    }

    static boolean isPublicOfObjects(JavaType.Method method) {
        return method.hasFlags(Flag.Public) && !method.hasFlags(Flag.Static) && !method.isConstructor();
    }

    static List<JavaType> parameterTypes(J.MethodDeclaration method) {
        return method.getMethodType() == null
                ? List.of()
                : method.getMethodType().getParameterTypes();
    }

    static @Nullable JavaType returnType(J.MethodDeclaration method) {
        return method.getMethodType() == null ? null : method.getMethodType().getReturnType();
    }
}
