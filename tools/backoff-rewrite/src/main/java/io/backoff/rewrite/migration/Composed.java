package io.backoff.rewrite.migration;

import java.util.Set;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/**
 * The use of an annotation type that has the library's annotation itself, at any depth.
 *
 * @param found the use
 * @param annotations the full names of its annotation type and of the annotations that this type has
 */
record Composed(Found found, Set<String> annotations) {

    /** Whether this is a use of an annotation type, or of one that has it. */
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
