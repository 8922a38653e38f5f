package io.backoff.rewrite.java;

import java.util.ArrayList;
import java.util.List;
import org.openrewrite.java.tree.J;

/** All annotations of a declaration: those before its first modifier, and those that follow a modifier. */
public final class DeclaredAnnotations {

    private DeclaredAnnotations() {}

    public static List<J.Annotation> of(J.ClassDeclaration type) {
        List<J.Annotation> all = leadingAndBetween(type.getLeadingAnnotations(), type.getModifiers());
        all.addAll(type.getPadding().getKind().getAnnotations());
        return all;
    }

    public static List<J.Annotation> of(J.MethodDeclaration method) {
        List<J.Annotation> all = leadingAndBetween(method.getLeadingAnnotations(), method.getModifiers());
        // If an annotation of the method follows the last modifier, the parser assigns it to the return type.
        if (method.getReturnTypeExpression() instanceof J.AnnotatedType returned) {
            all.addAll(returned.getAnnotations());
        }
        return all;
    }

    private static List<J.Annotation> leadingAndBetween(List<J.Annotation> leading, List<J.Modifier> modifiers) {
        List<J.Annotation> all = new ArrayList<>(leading);
        modifiers.forEach(modifier -> all.addAll(modifier.getAnnotations()));
        return all;
    }
}
