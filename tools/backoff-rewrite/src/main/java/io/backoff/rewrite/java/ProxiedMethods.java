package io.backoff.rewrite.java;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.Flag;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Finds the methods to which an annotation on a class or interface applies. */
public final class ProxiedMethods {

    private ProxiedMethods() {}

    /** Returns the methods that a proxy can intercept, in a type and its superclasses. */
    public static List<JavaType.Method> of(JavaType.@Nullable FullyQualified type) {
        var methods = new ArrayList<JavaType.Method>();
        for (JavaType.FullyQualified declaring = type;
                declaring != null && !TypeUtils.isOfClassType(declaring, "java.lang.Object");
                declaring = declaring.getSupertype()) {
            declaring.getMethods().stream()
                    .filter(ProxiedMethods::isIntercepted)
                    .forEach(methods::add);
        }
        return methods;
    }

    /**
     * Checks that {@code @Backoff} applies to the same methods as the old annotation, which covers all methods that a
     * proxy can intercept.
     *
     * @param annotation the simple name of the old annotation
     * @throws CannotMigrateException if {@code @Backoff} would cover fewer methods, or would be rejected at startup
     */
    public static void check(JavaType.@Nullable FullyQualified type, String annotation) {
        for (JavaType.Method method : of(type)) {
            if (!method.hasFlags(Flag.Public)) {
                throw new CannotMigrateException(
                        "on a type, '@Backoff' covers only public methods, and '%s' is not public: move '@%s' to the methods"
                                .formatted(method.getName(), annotation),
                        "by-one-command");
            }
            ReturnTypes.check(method.getReturnType());
        }
    }

    private static boolean isIntercepted(JavaType.Method method) {
        return !method.isConstructor()
                && !method.hasFlags(Flag.Static)
                && !method.hasFlags(Flag.Private)
                && !method.hasFlags(Flag.Final);
    }
}
