package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.java.ReturnTypes;
import java.util.List;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Rejects methods that continue after they have returned, because spring-retry retries only thrown exceptions. */
final class AsynchronousMethods {

    private static final List<String> ASYNCHRONOUS =
            List.of("java.util.concurrent.CompletionStage", "org.reactivestreams.Publisher");

    private AsynchronousMethods() {}

    static void check(J.MethodDeclaration method) {
        JavaType type = Members.returnType(method);
        if (type == null || type instanceof JavaType.Unknown) {
            throw new CannotMigrateException(
                    "the type that '" + method.getSimpleName() + "' returns is not known: write '@Backoff' by hand",
                    "what-changes");
        }
        if (isAny(ASYNCHRONOUS, type)) {
            throw new CannotMigrateException(
                    "'" + method.getSimpleName()
                            + "' is asynchronous: spring-retry retried only exceptions that it throws, but "
                            + "'@Backoff' also retries a failed result; write '@Backoff' by hand if you want that",
                    "what-changes");
        }
        ReturnTypes.check(type);
    }

    private static boolean isAny(List<String> names, JavaType type) {
        return names.stream().anyMatch(name -> TypeUtils.isAssignableTo(name, type));
    }
}
