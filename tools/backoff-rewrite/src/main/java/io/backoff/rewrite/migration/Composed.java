package io.backoff.rewrite.migration;

import io.backoff.rewrite.library.RetryLibrary;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/**
 * The use of an annotation type that is annotated with the library's annotation, directly or through other annotations.
 *
 * @param found the use
 * @param name the full name of the annotation type
 * @param annotations the full names of the annotation type and of its direct and indirect annotations
 */
record Composed(Found found, String name, Set<String> annotations) {

    /** Returns the use of an annotation if its type is annotated with the library's annotation. */
    static Optional<Composed> of(Found found, RetryLibrary library) {
        JavaType.FullyQualified type =
                TypeUtils.asFullyQualified(found.element().annotation().getType());
        if (type == null) {
            return Optional.empty();
        }
        var names = new HashSet<String>();
        collect(type, names);
        boolean composed = names.contains(library.annotation())
                && library.neighbors().stream().noneMatch(names::contains);
        return composed ? Optional.of(new Composed(found, type.getFullyQualifiedName(), names)) : Optional.empty();
    }

    private static void collect(JavaType.FullyQualified annotation, Set<String> names) {
        if (names.add(annotation.getFullyQualifiedName())) {
            annotation.getAnnotations().forEach(each -> collect(each, names));
        }
    }

    /** Whether the used annotation type is the given one, or is annotated with it directly or indirectly. */
    boolean has(J.ClassDeclaration annotation) {
        return annotation.getType() != null
                && annotations.contains(annotation.getType().getFullyQualifiedName());
    }
}
