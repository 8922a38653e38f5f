package io.backoff.rewrite.migration;

import java.beans.Introspector;
import java.util.Set;
import org.openrewrite.java.tree.J;

/** Finds the bean name of a class. */
final class BeanNames {

    private static final Set<String> STEREOTYPES =
            Set.of("Component", "Service", "Repository", "Controller", "RestController", "Configuration");

    private BeanNames() {}

    static String of(J.ClassDeclaration type) {
        for (J.Annotation annotation : type.getLeadingAnnotations()) {
            if (STEREOTYPES.contains(annotation.getSimpleName()) && annotation.getArguments() != null) {
                for (var argument : annotation.getArguments()) {
                    if (argument instanceof J.Literal literal && literal.getValue() instanceof String name) {
                        return name;
                    }
                }
            }
        }
        return Introspector.decapitalize(type.getSimpleName());
    }
}
