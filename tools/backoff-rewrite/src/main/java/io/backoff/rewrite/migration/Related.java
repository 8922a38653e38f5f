package io.backoff.rewrite.migration;

import io.backoff.rewrite.library.Translation.Recovery;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/**
 * Finds annotations that must be migrated together, because attempts would multiply if both the old library and Backoff
 * retried the same method.
 */
final class Related {

    private final List<Composed> composed;

    Related(List<Composed> composed) {
        this.composed = composed;
    }

    /** Whether both annotations may apply to the same method. */
    boolean meet(Found one, Found other) {
        return uses(one).anyMatch(use -> uses(other).anyMatch(that -> meetDirectly(use, that)));
    }

    /** Returns the annotation. If it is on an annotation type, also returns the uses of that type. */
    private Stream<Found> uses(Found annotation) {
        return Stream.concat(
                Stream.of(annotation),
                composed.stream()
                        .filter(use -> use.has(annotation.element().type()))
                        .map(Composed::found));
    }

    private static boolean meetDirectly(Found one, Found other) {
        J.ClassDeclaration type = one.element().type();
        J.ClassDeclaration otherType = other.element().type();
        J.MethodDeclaration method = one.element().method();
        J.MethodDeclaration otherMethod = other.element().method();
        boolean same = type.getId().equals(otherType.getId());
        if (!same && !isSubtype(type, otherType) && !isSubtype(otherType, type)) {
            return false;
        }
        if (method == null || otherMethod == null) {
            return true;
        }
        return same ? method.getId().equals(otherMethod.getId()) : one.method().equals(other.method());
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
