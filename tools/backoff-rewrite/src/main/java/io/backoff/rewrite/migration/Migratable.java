package io.backoff.rewrite.migration;

import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.java.ProxiedMethods;
import io.backoff.rewrite.java.ReturnTypes;
import java.util.Locale;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.TypeUtils;

/** Rejects elements that {@code @Backoff} cannot guard, whichever library retried them. */
final class Migratable {

    private static final String ALIAS = "org.springframework.core.annotation.AliasFor";

    private Migratable() {}

    static void check(Found found) {
        if (!found.java()) {
            throw new CannotMigrateException(
                    "only Java is changed: write '@Backoff' and a policy by hand", "by-one-command");
        }
        checkAliases(found.element().type());
        J.MethodDeclaration method = found.element().method();
        if (method != null) {
            checkModifiers(method);
            ReturnTypes.check(
                    method.getMethodType() == null
                            ? null
                            : method.getMethodType().getReturnType());
        } else if (found.element().type().getKind() != J.ClassDeclaration.Kind.Type.Annotation) {
            ProxiedMethods.check(
                    found.element().type().getType(),
                    found.element().annotation().getSimpleName());
        }
    }

    private static void checkAliases(J.ClassDeclaration type) {
        boolean aliases = type.getKind() == J.ClassDeclaration.Kind.Type.Annotation
                && type.getBody().getStatements().stream()
                        .filter(J.MethodDeclaration.class::isInstance)
                        .flatMap(method -> ((J.MethodDeclaration) method).getLeadingAnnotations().stream())
                        .anyMatch(annotation -> TypeUtils.isOfClassType(annotation.getType(), ALIAS));
        if (aliases) {
            throw new CannotMigrateException(
                    "attributes with '@AliasFor' are not carried over: write '@Backoff' by hand", "by-one-command");
        }
    }

    private static void checkModifiers(J.MethodDeclaration method) {
        for (var modifier :
                new J.Modifier.Type[] {J.Modifier.Type.Private, J.Modifier.Type.Static, J.Modifier.Type.Final}) {
            if (method.hasModifier(modifier)) {
                String name = modifier.name().toLowerCase(Locale.ROOT);
                throw new CannotMigrateException(
                        "a method that is " + name
                                + " cannot be intercepted, so it was never retried: remove the annotation",
                        "by-one-command");
            }
        }
    }
}
