package io.backoff.rewrite.resilience4j;

import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Recognizes the return types that Resilience4j treats specially. */
final class ReturnTypes {

    private ReturnTypes() {}

    /** Rejects the types of RxJava 2 and 3, all of which Resilience4j retries. */
    static void check(J.MethodDeclaration method) {
        JavaType.FullyQualified type = TypeUtils.asFullyQualified(type(method));
        if (type != null && type.getFullyQualifiedName().startsWith("io.reactivex.")) {
            throw Unsupported.setting(
                    "a method that returns '%s' of RxJava cannot be retried".formatted(type.getClassName()));
        }
    }

    static boolean isFlux(J.MethodDeclaration method) {
        return TypeUtils.isOfClassType(type(method), "reactor.core.publisher.Flux");
    }

    private static @Nullable JavaType type(J.MethodDeclaration method) {
        return method.getReturnTypeExpression() == null
                ? null
                : method.getReturnTypeExpression().getType();
    }
}
