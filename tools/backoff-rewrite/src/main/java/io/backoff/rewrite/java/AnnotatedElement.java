package io.backoff.rewrite.java;

import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;

/**
 * A class or method with an annotation that retries.
 *
 * @param annotation the annotation
 * @param type the class, interface or annotation type that has it, or has the method
 * @param method the method, or null if the annotation is on the type
 */
public record AnnotatedElement(J.Annotation annotation, J.ClassDeclaration type, J.@Nullable MethodDeclaration method) {

    public Attributes attributes() {
        return Attributes.of(annotation, type, method != null);
    }
}
