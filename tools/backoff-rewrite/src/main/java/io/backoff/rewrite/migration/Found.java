package io.backoff.rewrite.migration;

import io.backoff.rewrite.java.AnnotatedElement;
import java.nio.file.Path;
import org.openrewrite.java.tree.J;

/**
 * A retry annotation in a project.
 *
 * @param element the annotation with its element
 * @param file its source file
 * @param java whether the source file is written in Java
 */
record Found(AnnotatedElement element, Path file, boolean java) {

    /** The default name of the bean. */
    String bean() {
        return BeanNames.of(element.type());
    }

    /** The name of the method; empty if the annotation is on the type. */
    String method() {
        J.MethodDeclaration method = element.method();
        return method == null ? "" : method.getSimpleName();
    }
}
