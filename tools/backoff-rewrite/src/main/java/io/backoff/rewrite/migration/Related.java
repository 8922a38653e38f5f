package io.backoff.rewrite.migration;

import io.backoff.rewrite.library.Translation.Recovery;
import java.util.UUID;
import java.util.stream.Collectors;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/**
 * Finds annotations that must be migrated together, because attempts would multiply if both the old library and Backoff
 * retried the same method.
 */
final class Related {

    private Related() {}

    /** Whether both annotations may apply to the same method. */
    static boolean meet(Found one, Found other) {
        J.ClassDeclaration type = one.element().type();
        J.ClassDeclaration otherType = other.element().type();
        boolean ofType = one.element().method() == null || other.element().method() == null;
        if (type.getId().equals(otherType.getId())) {
            return ofType;
        }
        return (isSubtype(type, otherType) || isSubtype(otherType, type))
                && (ofType || one.method().equals(other.method()));
    }

    /** Whether two annotations have a recovery method in common. */
    static boolean share(Migrated one, Migrated other) {
        var methods =
                one.translation().recoveries().stream().map(Recovery::method).collect(Collectors.<UUID>toSet());
        return other.translation().recoveries().stream().map(Recovery::method).anyMatch(methods::contains);
    }

    private static boolean isSubtype(J.ClassDeclaration type, J.ClassDeclaration supertype) {
        JavaType.FullyQualified known = supertype.getType();
        return known != null && TypeUtils.isAssignableTo(known.getFullyQualifiedName(), type.getType());
    }
}
