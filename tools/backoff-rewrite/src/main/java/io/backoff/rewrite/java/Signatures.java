package io.backoff.rewrite.java;

import java.util.stream.Collectors;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Computes signatures of methods. A method has the same signature where it is declared and where it is called. */
public final class Signatures {

    private Signatures() {}

    /** Returns owner, name and parameters: {@code shop.Orders#recover(java.lang.Exception,int)}. */
    public static String of(JavaType.Method method) {
        return method.getDeclaringType().getFullyQualifiedName() + "#" + method.getName()
                + method.getParameterTypes().stream()
                        .map(Signatures::describe)
                        .collect(Collectors.joining(",", "(", ")"));
    }

    private static String describe(JavaType type) {
        JavaType.FullyQualified known = TypeUtils.asFullyQualified(type);
        return known == null ? type.toString() : known.getFullyQualifiedName();
    }
}
