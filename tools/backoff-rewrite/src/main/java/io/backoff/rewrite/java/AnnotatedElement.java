package io.backoff.rewrite.java;

import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;

/**
 * A class or method with a retry annotation.
 *
 * @param annotation the retry annotation
 * @param type the annotated class, interface or annotation type, or the type that declares the method
 * @param method the method, or null if the annotation is on the type
 */
public record AnnotatedElement(J.Annotation annotation, J.ClassDeclaration type, J.@Nullable MethodDeclaration method) {

    public Attributes attributes() {
        return Attributes.of(annotation, type, method != null);
    }
}
