package io.backoff.rewrite.java;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Finds the annotations that an annotation type has, at any depth. */
public final class MetaAnnotations {

    private MetaAnnotations() {}

    /** Returns the full names of an annotation type and of the annotations that this type has. */
    public static Set<String> of(@Nullable JavaType annotation) {
        return of(annotation, Set.of());
    }

    /**
     * Returns the full names of an annotation type and of the annotations that this type has.
     *
     * @param ends names of annotation types whose own annotations do not count
     */
    public static Set<String> of(@Nullable JavaType annotation, Set<String> ends) {
        var names = new HashSet<String>();
        collect(TypeUtils.asFullyQualified(annotation), ends, names);
        return names;
    }

    private static void collect(JavaType.@Nullable FullyQualified type, Set<String> ends, Set<String> names) {
        if (type != null && names.add(type.getFullyQualifiedName()) && !ends.contains(type.getFullyQualifiedName())) {
            type.getAnnotations().forEach(annotation -> collect(annotation, ends, names));
        }
    }
}
