package io.backoff.rewrite.migration;

import io.backoff.rewrite.java.AnnotatedElement;
import java.nio.file.Path;
import org.openrewrite.java.tree.J;

/**
 * An annotation that retries, in a project.
 *
 * @param element the annotation and what it is on
 * @param file its source file
 * @param java whether the source file is written in Java
 */
record Found(AnnotatedElement element, Path file, boolean java) {

    /** The name that Spring gives the bean, unless code gives it another. */
    String bean() {
        return BeanNames.of(element.type());
    }

    /** The name of the method, or an empty one if the annotation is on the type. */
    String method() {
        J.MethodDeclaration method = element.method();
        return method == null ? "" : method.getSimpleName();
    }
}
