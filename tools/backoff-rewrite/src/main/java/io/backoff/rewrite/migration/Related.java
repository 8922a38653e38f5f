package io.backoff.rewrite.migration;

import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.library.Translation.Recovery;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
        return elements(one).anyMatch(each -> elements(other).anyMatch(that -> meet(each, that)));
    }

    /** Returns the annotated element; for an annotation type, also the elements on which the type is used. */
    private Stream<AnnotatedElement> elements(Found annotation) {
        AnnotatedElement element = annotation.element();
        return Stream.concat(
                Stream.of(element),
                composed.stream()
                        .filter(each -> each.has(element.type()))
                        .map(each -> each.found().element()));
    }

    private static boolean meet(AnnotatedElement one, AnnotatedElement other) {
        J.ClassDeclaration type = one.type();
        J.ClassDeclaration otherType = other.type();
        boolean ofType = one.method() == null || other.method() == null;
        if (type.getId().equals(otherType.getId())) {
            return ofType || Objects.equals(id(one), id(other));
        }
        return (isSubtype(type, otherType) || isSubtype(otherType, type))
                && (ofType || name(one).equals(name(other)));
    }

    private static @Nullable UUID id(AnnotatedElement element) {
        return element.method() == null ? null : element.method().getId();
    }

    private static String name(AnnotatedElement element) {
        return element.method() == null ? "" : element.method().getSimpleName();
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
