package io.backoff.rewrite.migration;

import java.util.Set;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/**
 * The use of a composed annotation: its type is annotated with the library's annotation, directly or through other
 * annotation types.
 *
 * @param found the use
 * @param annotations the full names of the used annotation type, and of all annotation types with which it is
 *     annotated, at any depth
 */
record Composed(Found found, Set<String> annotations) {

    /** Whether the used annotation type is the given type, or is annotated with it, at any depth. */
    boolean has(J.ClassDeclaration annotation) {
        return annotation.getType() != null
                && annotations.contains(annotation.getType().getFullyQualifiedName());
    }

    /** Whether this is a use of one of these annotation types. */
    boolean isOf(Set<String> types) {
        JavaType.FullyQualified type =
                TypeUtils.asFullyQualified(found.element().annotation().getType());
        return type != null && types.contains(type.getFullyQualifiedName());
    }
}
